import type { Environment } from '../../server/test/support/process.ts'
import type { DrillContext, DrillDatabase } from '../framework/drill.ts'
import type { Fact, Summary, Violation } from '../framework/summary.ts'
import type { FinalState } from '../history/check.ts'
import type { History } from '../history/history.ts'
import type { Target } from '../history/target.ts'

/** What an observer may use while the drill goes on. */
export interface Observed {
  readonly database: DrillDatabase
  readonly history: History
  readonly target: Target
  /** When the drill has caused its faults (`performance.now()`). */
  readonly faults: readonly number[]
}

/** Uses the servers of a drill in one way beside the load, and checks at the end what came of it. */
export interface Observer {
  /** Settings that every server of the drill needs for it. */
  readonly environment?: Environment
  /** The first server is up, and no client has written yet. */
  begin(observed: Observed): Promise<void>
  /** The load has ended, and servers are up: ends what still writes to the database. */
  finish?(): Promise<void>
  /** Nothing but the observers' own records has changed since this state was read. */
  check(state: FinalState): Promise<Summary>
}

/** Undefined where there is nothing to observe. */
export type OpenObserver = (context: DrillContext) => Observer | undefined | Promise<Observer | undefined>

/** All observers of a drill. */
export class Observers {
  readonly #observers: readonly Observer[]

  private constructor(observers: readonly Observer[]) {
    this.#observers = observers
  }

  static async open(context: DrillContext, some: readonly OpenObserver[]): Promise<Observers> {
    const opened = await Promise.all(some.map((open) => open(context)))
    return new Observers(opened.filter((observer) => observer !== undefined))
  }

  /** The database with the settings of the observers. */
  settingsFor<T extends DrillDatabase>(database: T): T {
    const own = this.#observers.map(({ environment }) => environment ?? {})
    return { ...database, environment: Object.assign({}, database.environment, ...own) }
  }

  async begin(observed: Observed): Promise<void> {
    for (const observer of this.#observers) await observer.begin(observed)
  }

  async finish(): Promise<void> {
    await Promise.all(this.#observers.map((observer) => observer.finish?.()))
  }

  async check(state: FinalState): Promise<Summary> {
    const summaries = await Promise.all(this.#observers.map((observer) => observer.check(state)))
    const facts: Fact[] = summaries.flatMap((summary) => summary.facts)
    const violations: Violation[] = summaries.flatMap((summary) => summary.violations)
    return { facts, violations }
  }
}
