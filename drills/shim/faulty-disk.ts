import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServerProcess } from '../../server/test/support/process.ts'
import type { DrillContext, DrillDatabase } from '../framework/drill.ts'
import type { Violation } from '../framework/summary.ts'
import { verify } from '../history/examine.ts'
import { History } from '../history/history.ts'
import { Target } from '../history/target.ts'
import { type Load, startLoad } from '../load/load.ts'
import { FaultControl } from './control.ts'
import { createWatchedDatabase } from './watch.ts'

/** A server that does not start, end or recover within this time counts as hanging. */
const PATIENCE_MS = 180_000
const PAUSE_MS = 5

/** A server on a disk that fails on demand, and clients that write to it. */
export interface FaultyDisk {
  readonly control: FaultControl
  readonly database: DrillDatabase
  readonly history: History
  readonly target: Target
  readonly load: Load
  readonly server: ServerProcess
  /** Starts a server where there is none; clients use it from then on. */
  start(): Promise<void>
  /** Clients wait until the next start. */
  kill(): Promise<void>
  /** Resolves when the condition holds. Rejects if the server ends by itself, or if it takes too long. */
  until(what: string, isTrue: () => boolean): Promise<void>
  /** Resolves when clients have written again, with the time that it took. */
  recovery(): Promise<number>
  /** `kontor verify` beside the server, while clients wait. */
  verify(): Promise<Violation[]>
}

/** Acknowledged writes that prove that the server works again. */
const PROOF = 10

export async function openFaultyDisk(context: DrillContext): Promise<FaultyDisk> {
  const database = await createWatchedDatabase(context)
  const control = new FaultControl(join(context.folder, 'control'))
  context.onEnd(() => control[Symbol.dispose]())
  const history = new History()
  const target = new Target()
  context.onEnd(() => target.close())
  let server: ServerProcess | undefined
  let hasEnded = false
  const start = async () => {
    const started = context.startServer(database, database.watched({ control: control.file }))
    const next = await within(PATIENCE_MS, 'start', started)
    hasEnded = false
    server = next
    next.outcome.then(() => {
      hasEnded ||= server === next
    })
    await target.use(next)
  }
  const until = async (what: string, isTrue: () => boolean) => {
    for (const since = performance.now(); !isTrue(); await pause(PAUSE_MS)) {
      if (hasEnded) throw new Error(`The server has ended by itself: ${server!.said()}`)
      if (performance.now() - since > PATIENCE_MS) throw new Error(`The server does not ${what}.`)
    }
  }
  await start()
  const load = await startLoad({ seed: context.seed, target, history })
  return {
    control,
    database,
    history,
    target,
    load,
    get server() {
      return server!
    },
    start,
    async kill() {
      target.down()
      const killed = server!
      server = undefined
      await killed.stop('SIGKILL')
    },
    until,
    async recovery() {
      const [since, goal] = [performance.now(), history.acknowledged + PROOF]
      await until('recover', () => history.acknowledged >= goal)
      return performance.now() - since
    },
    async verify() {
      target.down()
      history.pause()
      const found = await verify(database.environment)
      await target.use(server!)
      return found
    },
  }
}

/** Writes that were not acknowledged because the server cannot write. */
export const unsuccessfulIn = ({ history }: FaultyDisk): number =>
  history.operations.filter(({ status, outcome }) => status === 503 || outcome === 'unknown').length

async function within<T>(milliseconds: number, what: string, promise: Promise<T>): Promise<T> {
  const timer = new AbortController()
  const late = pause(milliseconds, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`The server does not ${what}.`)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    late.catch(() => {})
    timer.abort()
  }
}
