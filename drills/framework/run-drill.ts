import type { Environment } from '../../server/test/support/process.ts'
import type { Options } from '../options.ts'
import { openContext } from './context.ts'
import type { Drill } from './drill.ts'
import type { Summary } from './summary.ts'

const EXIT_STOPPED = 130

/** Runs one drill in a context of its own. An error of the drill itself is a violation: nothing was proved. */
export async function runDrill(
  drill: Drill,
  options: Options,
  log: (line: string) => void,
  environment: Environment = {},
): Promise<Summary> {
  const { isPostgres, ...settings } = options
  const context = openContext({ ...settings, database: isPostgres ? 'postgres' : 'sqlite', environment, log })
  const stop = () => void context[Symbol.asyncDispose]().then(() => process.exit(EXIT_STOPPED))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  try {
    return await drill.run(context)
  } catch (error) {
    return { facts: [], violations: [{ kind: 'error', text: (error as Error).stack ?? String(error) }] }
  } finally {
    await context[Symbol.asyncDispose]()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
  }
}
