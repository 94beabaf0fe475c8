import { performance } from 'node:perf_hooks'
import { tracing } from '../../core/tracing.ts'
import { Bounded } from '../../model/memo.ts'
import { type Declared, OutcomeUnknown, type WriteConnection } from '../engine.ts'
import { Batch } from './batch.ts'
import { type Lane, Overloaded, RolledBack } from './lane.ts'
import { traceCommit } from './trace-commit.ts'
import { type Distribution, emptyStats, type WriteStats } from './write-stats.ts'

const ATTEMPTS_MAX = 6
/** Contended rows that are locked together. */
const CONTENDED_MAX = 16
const DEFAULTS = {
  /** Requests that share a transaction at most. */
  maxBatch: 64,
  maxWaiting: 2000,
  maxWaitMs: 15_000,
  now: () => performance.now(),
  /** Resolves when requests that arrive together have arrived. */
  gather: () => new Promise<void>((resolve) => setImmediate(resolve)),
  /** Waits before a transaction is repeated that was in conflict with another. */
  backOff: (attempt: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.random() * 2 * 2 ** attempt)),
}
export type QueueOptions = typeof DEFAULTS

interface Request {
  readonly work: (connection: WriteConnection) => Promise<unknown>
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
  readonly since: number
  readonly declared: readonly Declared[]
  /** At most so many requests in its batch: halved after a failure that cannot be attributed to one of them. */
  readonly batchMax: number
  readonly attempts: number
  /** The database checks each attempt within it before the next one begins. */
  readonly isChecked?: boolean
  /** The `traceparent` of the request, where traces are exported. */
  readonly trace: string | undefined
}

/** One lane, and the requests that wait for it. */
interface Line {
  readonly lane: Lane
  /** Whether it waits for rows that another transaction has locked. */
  readonly mayWait: boolean
  waiting: Request[]
  running: Promise<void> | undefined
}

/**
 * Requests that arrive together share one transaction: one flush of the log, and one lock on rows that all of them need.
 * A request that meets a locked row goes to a second lane, where it keeps only its like waiting.
 */
export class WriteQueue {
  readonly #options: QueueOptions
  readonly #main: Line
  readonly #patient: Line | undefined
  readonly #contended = new Bounded<Declared>(CONTENDED_MAX)
  /** Changed once for each transaction, never for each request. */
  readonly stats: WriteStats = emptyStats()

  constructor(lane: Lane, patient?: Lane, options: Partial<QueueOptions> = {}) {
    this.#options = { ...DEFAULTS, ...options }
    this.#main = { lane, mayWait: false, waiting: [], running: undefined }
    this.#patient = patient && { lane: patient, mayWait: true, waiting: [], running: undefined }
  }

  write<T>(work: (connection: WriteConnection) => Promise<T>, declared: readonly Declared[] = []): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const { maxBatch, maxWaiting, now } = this.#options
      if (this.#main.waiting.length + (this.#patient?.waiting.length ?? 0) >= maxWaiting)
        return reject(new Overloaded())
      const trace = tracing?.current()
      const settle = { resolve: resolve as Request['resolve'], reject }
      this.#main.waiting.push({ work, ...settle, since: now(), declared, batchMax: maxBatch, attempts: 0, trace })
      this.#start(this.#main)
    })
  }

  /** Resolves when no write is left. */
  async idle(): Promise<void> {
    for (let running = this.#running(); running; running = this.#running()) await running
  }

  #running = (): Promise<void> | undefined => this.#main.running ?? this.#patient?.running

  #start(line: Line): void {
    line.running ??= this.#serve(line)
  }

  async #serve(line: Line): Promise<void> {
    while (line.waiting.length > 0) {
      await this.#gather(line)
      const requests = this.#take(line)
      if (requests.length > 0) await this.#run(line, requests)
    }
    line.running = undefined // in the same turn as the last look at what waits
  }

  /** While each turn of the event loop brings more requests, waiting for them costs less than another commit. */
  async #gather({ waiting }: Line): Promise<void> {
    for (let count = -1; count < waiting.length && count < this.#options.maxBatch; ) {
      count = waiting.length
      await this.#options.gather()
    }
  }

  #take(line: Line): Request[] {
    const oldest = this.#options.now() - this.#options.maxWaitMs
    while (line.waiting[0] && line.waiting[0].since < oldest) line.waiting.shift()!.reject(new Overloaded())
    let count = 0
    for (let max = Infinity; count < line.waiting.length; count++) {
      max = Math.min(max, line.waiting[count]!.batchMax)
      if (count >= max) break
    }
    return line.waiting.splice(0, count)
  }

  async #run(line: Line, requests: readonly Request[]): Promise<void> {
    const { lane } = line
    const batch = new Batch(lane, this.#contended)
    const succeeded: [Request, unknown][] = []
    const failed: [Request, unknown][] = []
    const blocked: Request[] = []
    const postponed: Request[] = []
    const begun = this.#options.now()
    const end = begun + lane.maxHoldMs
    try {
      const declared = requests.flatMap((request) => request.declared)
      await batch.begin(declared, line.mayWait)
      for (const [index, request] of requests.entries()) {
        if (index > 0 && this.#options.now() > end) {
          postponed.push(...requests.slice(index))
          break
        }
        const outcome = await batch.attempt(request)
        if ('result' in outcome) succeeded.push([request, outcome.result])
        else if ('error' in outcome) failed.push([request, outcome.error])
        else if (outcome.blockedBy.length === 0) postponed.push(request)
        else blocked.push({ ...request, declared: [...request.declared, ...outcome.blockedBy] })
      }
      // A transaction in which every request was refused, or was a dry run, has nothing to keep.
      if (succeeded.length > 0) await this.#commit(batch, succeeded, begun)
      else await lane.rollback()
    } catch (error) {
      await lane.rollback()
      lane.release()
      const written = new Set(succeeded.map(([request]) => request))
      return this.#recover(line, requests, written, error, batch.hasUnchecked)
    }
    lane.release()
    if (succeeded.length > 0) batch.committed() // after this point nothing may run again
    line.waiting.unshift(...postponed)
    for (const [{ resolve }, result] of succeeded) resolve(result)
    for (const [{ reject }, error] of failed) reject(error)
    const patient = this.#patient ?? line
    patient.waiting.push(...blocked)
    if (blocked.length > 0) this.#start(patient)
  }

  async #commit(batch: Batch, succeeded: readonly [Request, unknown][], begun: number): Promise<void> {
    const commitBegun = this.#options.now()
    await batch.commit()
    const ended = this.#options.now()
    observe(this.stats.groupSize, succeeded.length)
    observe(this.stats.commitSeconds, (ended - commitBegun) / 1000)
    if (!tracing) return
    const requests = succeeded.map(([request]) => request)
    traceCommit(tracing, requests, { begun, commitBegun, ended })
  }

  /** The transaction is lost. Its requests run again, half as many together, until the one at fault is alone. */
  async #recover(
    line: Line,
    requests: readonly Request[],
    written: ReadonlySet<Request>,
    error: unknown,
    hasUnchecked: boolean,
  ): Promise<void> {
    const verdict = error instanceof RolledBack ? 'conflict' : line.lane.verdictOn(error)
    const isAlone = requests.length === 1
    if (error instanceof OutcomeUnknown || error instanceof RolledBack || verdict === 'unavailable')
      this.stats.failedCommits++
    if (error instanceof OutcomeUnknown || verdict === 'unavailable') {
      // A request that had failed has written nothing, whatever became of the commit; but its reason may be gone.
      const cause = error instanceof OutcomeUnknown ? error.cause : error
      for (const request of requests) request.reject(written.has(request) ? error : cause)
      return
    }
    const { attempts } = requests[0]!
    if (isAlone && verdict === undefined && hasUnchecked) {
      line.waiting.unshift({ ...requests[0]!, isChecked: true })
      return
    }
    if (isAlone && (verdict !== 'conflict' || attempts === ATTEMPTS_MAX)) return requests[0]!.reject(error)
    const batchMax = Math.max(1, Math.floor(requests.length / 2))
    const again = (request: Request) => ({ ...request, batchMax, attempts: isAlone ? attempts + 1 : 0 })
    line.waiting.unshift(...requests.map(again))
    if (isAlone) await this.#options.backOff(attempts)
  }
}

function observe(distribution: Distribution, value: number): void {
  const place = distribution.bounds.findIndex((bound) => value <= bound)
  distribution.counts[place < 0 ? distribution.bounds.length : place]!++
  distribution.sum += value
}
