import { brokenLanes } from '../write-queue/broken-lanes.ts'
import { brokenQueues } from '../write-queue/broken-queues.ts'
import { runSchedule } from '../write-queue/schedule.ts'
import { plantedBugs } from './planted-bugs.ts'
import { runWholeSchedule } from './schedule.ts'

interface Bug {
  readonly install?: () => () => void
}

export interface Simulation {
  /** Runs the schedule of a seed. Returns what went wrong. */
  run(seed: number, options: { readonly bug?: Bug; readonly trace?: (text: string) => void }): Promise<string[]>
  readonly bugs: Readonly<Record<string, Bug>>
  /** The test that replays one seed. */
  readonly file: string
}

export const simulations = {
  /** The write queue on several nodes, with a database server or an embedded one. */
  queue: {
    run: runSchedule,
    bugs: { ...brokenLanes, ...brokenQueues },
    file: 'server/test/write-queue/simulation.test.ts',
  },
  /** A server on the embedded database, with all that writes and reads. */
  server: { run: runWholeSchedule, bugs: plantedBugs, file: 'server/test/simulation/simulation.test.ts' },
} satisfies Readonly<Record<string, Simulation>>

export type SimulationName = keyof typeof simulations
