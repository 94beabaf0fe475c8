import { type Actor, type Credential, type CurrentActor, serviceActor } from '../../core/access.ts'
import type { Executor } from '../../core/command.ts'
import { plainList } from '../../core/lists/list-query.ts'
import { Problem } from '../../core/problem.ts'
import { type Reads, type Store, wholeScope } from '../../core/store.ts'
import type { Detail } from '../../model/input.ts'
import { type Message, msg } from '../../model/message.ts'
import type { AnyRecord } from '../../model/resource.ts'
import type { Scope } from '../../model/rights.ts'
import { written } from '../../texts/written.ts'
import { type Continued, type Stride, settledIn } from './advance.ts'
import { ImportLeases, observedOf } from './import-lease.ts'
import { type Import, importRows, imports, isGoingOn, ROWS_AT_ONCE } from './imports.resource.ts'

/** The body of a request would be refused so, for its fields or for an id that is taken. */
const REFUSED: readonly number[] = [409, 422]
const UNAUTHORIZED = 401
const BUSY = 503

/** After an import of more records the statistics of the database are gathered anew. */
const ANALYZED_FROM = 1000

/** Why the credential of a run is no longer valid. */
const ENDINGS: { readonly [K in Credential['kind']]: Message } = {
  session: msg`The session that started this import was ended`,
  key: msg`The API key that started this import was revoked or has expired`,
  app: msg`The app that started this import was disconnected`,
}

/** For a run that began before its scopes were stored. */
const SCOPES_BEFORE: readonly Scope[] = ['read', 'write']

export interface RunnerParts {
  readonly executor: Executor
  readonly store: Store
  readonly clock: () => number
  readonly currentActor: CurrentActor
  /** The name of this runner among those of all servers. */
  readonly holder: string
  /** Gathers statistics for the database, where its plans depend on them. */
  readonly analyze?: (() => Promise<void>) | undefined
  onError(error: unknown): void
}

/**
 * Brings imports forward, step by step, beside everything else. How far each has come is in the database, so that any server
 * may take it up where another left it. One runner of all servers works on an import at a time.
 */
export class ImportRunner {
  readonly #parts: RunnerParts
  readonly #leases = new ImportLeases(() => performance.now())
  readonly #going = new Map<string, Promise<void>>()
  /** Imports that were found pending while their last run was about to end here. */
  readonly #again = new Set<string>()
  #later: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(parts: RunnerParts) {
    this.#parts = parts
  }

  /** Starts imports that are pending. Without other servers (`isAlone`) a runner that holds one has ended. */
  async look(isAlone = false): Promise<void> {
    const goingOn = { path: 'status', operator: 'in', values: ['checking', 'running'] } as const
    const { records } = await this.#reads().list(imports, plainList([goingOn], { order: 'asc' }))
    this.#leases.keepOnly(records)
    let waitMs = 0
    for (const job of records) {
      if (this.#isStopped) return
      const heldMs = isAlone ? 0 : this.#leases.heldFor(job, this.#parts.holder)
      if (this.#going.has(job.id)) this.#again.add(job.id)
      else if (heldMs > 0) waitMs = Math.max(waitMs, heldMs)
      else this.#start(job)
    }
    if (waitMs > 0) this.#lookLater(waitMs)
  }

  /** Finishes or pauses what is running; starts nothing new. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#later)
    await Promise.all(this.#going.values())
  }

  #start(job: Import): void {
    const { id } = job
    const work = this.#bringIn(job).finally(() => {
      this.#going.delete(id)
      if (this.#again.delete(id) && !this.#isStopped) this.look().catch(this.#parts.onError)
    })
    this.#going.set(id, work)
  }

  /** The server that works on an import may have ended: look again when it has been silent for long enough. */
  #lookLater(afterMs: number): void {
    clearTimeout(this.#later)
    this.#later = setTimeout(() => this.look().catch(this.#parts.onError), afterMs).unref()
  }

  #reads(): Reads {
    const { store, clock } = this.#parts
    return store.reads(wholeScope(new Date(clock()).toISOString()))
  }

  /** Works on an import until there is nothing left to do here. */
  async #bringIn(found: Import): Promise<void> {
    const { onError } = this.#parts
    try {
      if (!(await this.#take(found))) return
      let next: Plan | undefined = { stride: { most: ROWS_AT_ONCE } }
      while (next && !this.#isStopped) next = await this.#proceed(found.id, next)
      if (next) await this.#do(serviceActor, 'release', found.id, { holder: this.#parts.holder })
      else await this.#analyzeAfter(found.id)
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== BUSY) onError(error) // the next look continues from the last saved row
    }
  }

  async #analyzeAfter(id: string): Promise<void> {
    const { analyze } = this.#parts
    const job = analyze && (await this.#reads().find(imports, { id }))
    if (job?.status === 'completed' && job.created + job.updated > ANALYZED_FROM) await analyze!()
  }

  async #take(job: Import): Promise<boolean> {
    if (job.holder === this.#parts.holder) return true
    return (
      (await this.#do(serviceActor, 'lease', job.id, { holder: this.#parts.holder, seen: observedOf(job) })).isHeld ===
      true
    )
  }

  /** Brings in the next rows, and says how to go on; undefined if there are none, or they are not for this runner. */
  async #proceed(id: string, planned: Plan): Promise<Plan | undefined> {
    const job = await this.#reads().find(imports, { id })
    if (!job || !isGoingOn(job.status)) return undefined
    // The run was started anew, which takes it from every runner.
    if (job.holder === null && !(await this.#take(job))) return undefined
    const { attempt, processed } = job
    const from = { attempt, processed }
    // What is known of a record is told of that record only: the import may have gone on, or begun anew.
    const stride = isContinued(planned.after, from) ? planned.stride : { most: ROWS_AT_ONCE }
    const step = { ...stride, from, holder: this.#parts.holder }
    try {
      const actor = await this.#actorOf(job)
      const { isGoingOn: hasMore } = await this.#do(actor, 'import', id, step as unknown as AnyRecord)
      return hasMore ? { stride: afterSuccess(stride) } : undefined
    } catch (error) {
      if (error instanceof Problem && error.status === BUSY) throw error
      const next = error instanceof Problem ? afterRefusal(stride, error) : undefined
      if (!next) await this.#giveUp(job, error)
      return next && { stride: next, after: from }
    }
  }

  /** The user who started this run, with the current rights. */
  async #actorOf({ createdBy, origin }: Import): Promise<Actor> {
    const unknown = {
      userId: createdBy,
      name: null,
      role: '',
      permissions: {},
      scopes: SCOPES_BEFORE,
      serverRequestId: null,
      language: 'en' as const,
    }
    try {
      return await this.#parts.currentActor({ ...unknown, ...origin })
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== UNAUTHORIZED || !origin.credential) throw error
      const message = msg`${ENDINGS[origin.credential.kind]}, or its user may no longer sign in. Run the import again to continue.`
      throw new Problem(error.code, { text: message })
    }
  }

  async #do(actor: Actor, action: string, id: string, input: AnyRecord): Promise<AnyRecord> {
    const { body } = await this.#parts.executor.execute({ resource: importRows.name, action, actor, id, input })
    return JSON.parse(body).data
  }

  async #giveUp({ id, attempt, origin }: Import, error: unknown): Promise<void> {
    if (!(error instanceof Problem)) this.#parts.onError(error)
    const text = error instanceof Problem ? error.text : msg`Something went wrong on our side.`
    const problem = written(text, origin.language ?? 'en')
    await this.#do(serviceActor, 'give-up', id, { problem, attempt })
  }
}

/** The next step of a run. */
interface Plan {
  readonly stride: Stride
  /** Where the step before was rolled back: the next one continues there. */
  readonly after?: Continued
}

const isContinued = (after: Continued | undefined, { attempt, processed }: Continued): boolean =>
  !after || (after.attempt === attempt && after.processed === processed)

/** After rows that were tried one by one, whole batches again. */
const afterSuccess = ({ alone = 0 }: Stride): Stride =>
  alone > 1 ? { most: 1, alone: alone - 1 } : { most: ROWS_AT_ONCE }

/**
 * A record was rolled back on purpose: what became of it is noted. Or the database refused something in these rows: they are
 * tried one by one, and the one that it refuses is left out.
 */
function afterRefusal({ alone = 0, settled }: Stride, problem: Problem): Stride | undefined {
  const { status, details, text } = problem
  if (settled) return undefined
  const outcome = settledIn(problem)
  if (outcome) return { most: 1, alone, settled: outcome }
  if (!REFUSED.includes(status)) return undefined
  if (alone === 0) return { most: 1, alone: ROWS_AT_ONCE }
  const faults: readonly Detail[] = details.length > 0 ? details : [{ field: '', message: text }]
  return { most: 1, alone, settled: { is: 'failed', faults } }
}
