import { once } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Simulation } from './simulations.ts'

/** Schedules between two turns of the event loop. */
const SCHEDULES_AT_ONCE = 200

export interface Failure {
  readonly seed: number
  readonly problems: readonly string[]
}

export interface Job {
  readonly simulation: string
  readonly first: number
  readonly count: number
  readonly bugTitle?: string
  readonly traces?: boolean
}

/** In a thread of its own: the test runner watches every promise of its thread, which takes ten times as long. */
export async function findFailures(jobs: readonly Job[]): Promise<(Failure | undefined)[]> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: jobs })
  const [failures] = await once(worker, 'message')
  return failures
}

/** Runs schedules one after another, until one of them fails. */
export async function findFailure(
  { run, bugs }: Simulation,
  { first, count, bugTitle }: Pick<Job, 'first' | 'count' | 'bugTitle'>,
  trace?: (text: string) => void,
): Promise<Failure | undefined> {
  const { stackTraceLimit } = Error
  if (!trace) Error.stackTraceLimit = 0 // errors are part of nearly every schedule
  const unhandled: string[] = []
  const note = (error: unknown) => void unhandled.push(`a rejection is not handled: ${error}`)
  process.on('unhandledRejection', note)
  const bug = bugTitle === undefined ? undefined : bugs[bugTitle]!
  const uninstall = bug?.install?.()
  try {
    for (let seed = first; seed < first + count; seed++) {
      const options = { ...(bug && { bug }), ...(trace && { trace }) }
      const problems = await run(seed, options).catch((error) => [`${error}`])
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

/** How to see what happens in a schedule. */
export const replayOf = (simulation: Simulation, seed: number): string =>
  `KONTOR_SIMULATION_SEED=${seed} npm test ${simulation.file}`
