import type { ServerProcess } from '../../server/test/support/process.ts'
import type { DrillContext, DrillDatabase } from '../framework/drill.ts'
import type { Fact, Summary, Violation } from '../framework/summary.ts'
import { examine } from '../history/examine.ts'
import { History } from '../history/history.ts'
import { Target } from '../history/target.ts'
import { Observers, type OpenObserver } from '../observers/observer.ts'
import { type Load, type LoadOptions, startLoad } from './load.ts'

/** A server with clients that write, for the faults of a drill. */
export interface Scene {
  readonly database: DrillDatabase
  readonly history: History
  readonly target: Target
  readonly load: Load
  /** The first server. A drill that starts another one directs the clients to it: `target.use(server)`. */
  readonly server: ServerProcess
  /** A fault is caused now: what is under way may be lost, and done once more. */
  noteFault(): void
}

export interface SceneOptions extends Pick<LoadOptions, 'clients' | 'requests' | 'perSecond'> {
  /** Settings of the first server. */
  readonly environment?: Readonly<Record<string, string>>
  /** What else uses the servers, and is checked at the end. */
  readonly observers?: readonly OpenObserver[]
}

/** What the drill itself has counted and found, beside what the history tells. */
export interface Findings {
  /** The first figures of the line: `120 kills`. */
  readonly first: readonly Fact[]
  readonly last?: readonly Fact[]
  readonly violations?: readonly Violation[]
}

/**
 * Starts a server and the load, causes faults, stops the load, and examines everything that is stored. After the faults a
 * server must be up, and the target must name it.
 */
export async function underLoad(
  context: DrillContext,
  { environment, observers: opened = [], ...load }: SceneOptions,
  cause: (scene: Scene) => Promise<Findings>,
): Promise<Summary> {
  const observers = await Observers.open(context, opened)
  const database = observers.settingsFor(await context.createDatabase())
  const faults: number[] = []
  const history = new History()
  const target = new Target()
  context.onEnd(() => target.close())
  const server = await context.startServer(database, environment)
  await target.use(server)
  await observers.begin({ database, history, target, faults })
  const scene = {
    database,
    history,
    target,
    server,
    noteFault: () => void faults.push(performance.now()),
    load: await startLoad({ ...load, seed: context.seed, target, history }),
  }
  const { first, last = [], violations = [] } = await cause(scene)
  await scene.load.stop()
  const examined = await examine(history, target, database.environment, observers)
  return {
    facts: [...first, ...examined.facts, ...last],
    violations: [...violations, ...examined.violations],
  }
}
