import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Environment, runKontor } from '../../server/test/support/process.ts'
import type { Drill, DrillContext } from '../framework/drill.ts'
import { between } from '../framework/random.ts'
import { count, seconds, type Violation } from '../framework/summary.ts'
import { asOfBackup } from '../history/as-of-backup.ts'
import { checkHistory } from '../history/check.ts'
import { verify } from '../history/examine.ts'
import type { Operation } from '../history/history.ts'
import { readState } from '../history/read-state.ts'
import type { Target } from '../history/target.ts'
import { underLoad } from '../load/under-load.ts'

const WRITES = { least: 50, most: 200 }
/** The load goes on while a backup is restored and read: without a bound it would outgrow the check. */
const PER_SECOND = 100

export const restore: Drill = {
  name: 'restore',
  summary: 'Backs up under load, restores elsewhere, and compares with what was acknowledged before the backup.',
  databases: ['sqlite', 'postgres'],
  share: 2,
  run: (context) =>
    underLoad(context, { perSecond: PER_SECOND }, async ({ database, history, target, load }) => {
      const violations: Violation[] = []
      let restores = 0
      let longestMs = 0
      for (; context.hasTimeFor(restores); restores++) {
        await load.reaches(between(context.random, WRITES.least, WRITES.most))
        const file = join(context.folder, `${restores}.backup`)
        const begin = performance.now()
        await command(database.environment, 'backup', file)
        const end = performance.now()
        longestMs = Math.max(longestMs, end - begin)
        // A copy of each operation: the load goes on, and changes what it knows of them.
        const operations = history.operations.map((operation) => asOfBackup(operation, begin, end))
        violations.push(...(await checkRestored(context, database.environment, file, operations, target)))
        context.log(`restore ${restores + 1}, ${history.acknowledged} acknowledged`)
      }
      return {
        first: [count(restores, 'restores', 'restore')],
        last: [seconds('longest backup', longestMs)],
        violations,
      }
    }),
}

/** Restores a file elsewhere, and compares. */
async function checkRestored(
  context: DrillContext,
  original: Environment,
  file: string,
  operations: readonly Operation[],
  target: Target,
): Promise<Violation[]> {
  const elsewhere = await context.createDatabase()
  await command({ ...original, ...elsewhere.environment }, 'restore', file)
  if (context.database === 'sqlite')
    copyFileSync(join(original.KONTOR_DATA!, 'secret.key'), join(elsewhere.environment.KONTOR_DATA!, 'secret.key'))
  const found = await verify(elsewhere.environment)
  const server = await context.startServer(elsewhere)
  const restored = target.sameKey(server)
  const state = await readState(restored, operations)
  restored.close()
  await server.stop()
  return [...found, ...checkHistory(operations, state)]
}

async function command(environment: Environment, ...words: string[]): Promise<void> {
  const { code, said } = await runKontor(words, environment)
  if (code !== 0) throw new Error(`kontor ${words[0]} exits with ${code}: ${said}`)
}
