import type { Executor } from '../command.ts'
import type { Store } from '../store.ts'

/** The server that does the work. */
export interface Host {
  readonly executor: Executor
  readonly store: Store
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Milliseconds of a clock that is never set. */
  readonly monotonic: () => number
  /** The name of this process among those of all nodes. */
  readonly holder: string
  /** No other server can use the database. */
  readonly isAlone: boolean
  onError(error: unknown): void
}

/** Work that goes on without a request. */
export interface Job {
  /** How often it runs. Without it, it runs only when it is woken. */
  readonly everyMs?: number
  /**
   * Does or begins what is due. Long work checks the signal and ends early when the server stops. A run that knows when there
   * is more to do asks to be woken then.
   */
  run(stopping: AbortSignal, wakeIn: (ms: number) => void): Promise<unknown>
  /** Ends what a run has begun and not awaited: waits for it, or breaks it off. */
  stop?(): Promise<unknown>
  /** Also run once when the server stops. */
  readonly alsoAtEnd?: true
}

export interface RunningJobs {
  /** Runs a job now. One that is running runs again: it may have looked before there was something to do. */
  wake(job: Job): void
  /** Waits for running jobs and ends what they have begun. */
  stop(): Promise<void>
}

export function startJobs(jobs: readonly Job[], onError: (error: unknown) => void): RunningJobs {
  const stopping = new AbortController()
  const running = new Map<Job, Promise<unknown>>()
  const [woken, timers] = [new Set<Job>(), new Map<Job, NodeJS.Timeout>()]
  const end = (job: Job) => {
    running.delete(job)
    if (woken.delete(job)) start(job)
  }
  const start = (job: Job) => {
    if (running.has(job) || stopping.signal.aborted) return
    const wakeIn = (ms: number) => {
      clearTimeout(timers.get(job))
      timers.set(job, setTimeout(() => wake(job), ms).unref())
    }
    const work = job.run(stopping.signal, wakeIn).catch(onError)
    running.set(
      job,
      work.finally(() => end(job)),
    )
  }
  const wake = (job: Job) => {
    if (running.has(job)) woken.add(job)
    else start(job)
  }
  const ticks = jobs.flatMap((job) => (job.everyMs ? [setInterval(() => start(job), job.everyMs).unref()] : []))
  return {
    wake,
    async stop() {
      for (const timer of [...ticks, ...timers.values()]) clearTimeout(timer)
      stopping.abort()
      await Promise.all(running.values())
      await Promise.all(jobs.map((job) => job.stop?.().catch(onError)))
      for (const { run, alsoAtEnd } of jobs) if (alsoAtEnd) await run(stopping.signal, () => {}).catch(onError)
    },
  }
}
