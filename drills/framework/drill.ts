import type { Environment, Limits, ServerProcess } from '../../server/test/support/process.ts'
import type { Random } from './random.ts'
import type { Summary } from './summary.ts'

export type Database = 'sqlite' | 'postgres'

/** A fault that is caused on purpose while clients write, and a check of everything that the server has acknowledged. */
export interface Drill {
  /** The word that starts it: `npm run drill -- kill`. */
  readonly name: string
  /** One line for `--help`. */
  readonly summary: string
  readonly databases: readonly Database[]
  /** How much of the time of `all` it gets, in relation to the others: rare faults and slow rounds need more. */
  readonly share: number
  /** Why the drill cannot run on this machine, and what to install; undefined if it can. */
  missing?(): string | undefined
  run(context: DrillContext): Promise<Summary>
}

/** An empty database of the drill. */
export interface DrillDatabase {
  /** Settings that make a server or a command use it. */
  readonly environment: Environment
}

export interface DrillContext {
  readonly seed: number
  /** The same numbers for the same seed. */
  readonly random: Random
  readonly database: Database
  /** A throw-away folder, removed at the end. */
  readonly folder: string
  /** Whether another round (a kill, a stop, …) is to begin; `done` is how many there were. */
  hasTimeFor(done: number): boolean
  /** How large a round is to be (`--size`), in the unit of the drill; undefined for its own size. */
  readonly size: number | undefined
  /** One line of progress, on standard error. */
  log(line: string): void
  /** A new, empty database of the kind that was chosen. */
  createDatabase(): Promise<DrillDatabase>
  /** A server on a free port. It is killed at the end of the drill, unless it has ended before. */
  startServer(database: DrillDatabase, more?: Environment, limits?: Limits): Promise<ServerProcess>
  /** Runs at the end of the drill, whatever happens: last added, first run. */
  onEnd(release: () => unknown): void
}
