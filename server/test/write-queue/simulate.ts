import { once } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { runSchedule, type ScheduleOptions } from './schedule.ts'

/** Schedules between two turns of the event loop. */
const SCHEDULES_AT_ONCE = 200

export interface Failure {
  readonly seed: number
  readonly problems: readonly string[]
}

export interface Job {
  readonly first: number
  readonly count: number
  readonly bugTitle?: string
  readonly traces?: boolean
}

/** In a thread of its own: the test runner watches every promise of its thread, which takes ten times as long. */
export async function findFailures(jobs: readonly Job[]): Promise<(Failure | undefined)[]> {
  const worker = new Worker(new URL('./simulation-worker.ts', import.meta.url), { workerData: jobs })
  const [failures] = await once(worker, 'message')
  return failures
}

/** Runs schedules one after another, until one of them fails. */
export async function findFailure(
  first: number,
  count: number,
  options: ScheduleOptions,
): Promise<Failure | undefined> {
  const { stackTraceLimit } = Error
  if (!options.trace) Error.stackTraceLimit = 0 // errors are part of nearly every schedule
  const unhandled: string[] = []
  const note = (error: unknown) => void unhandled.push(`a rejection is not handled: ${error}`)
  process.on('unhandledRejection', note)
  const uninstall = options.bug?.install?.()
  try {
    for (let seed = first; seed < first + count; seed++) {
      const problems = await runSchedule(seed, options).catch((error) => [`${error}`])
      if (seed % SCHEDULES_AT_ONCE === 0) await turn()
      problems.push(...unhandled.splice(0))
      if (problems.length > 0) return { seed, problems }
    }
    return undefined
  } finally {
    uninstall?.()
    process.off('unhandledRejection', note)
    Error.stackTraceLimit = stackTraceLimit
  }
}
