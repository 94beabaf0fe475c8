import { readConfig } from '../../src/config/config.ts'
import { openEngine } from '../../src/db/open.ts'
import type { Environment } from './command-line.ts'

export const NEWER = /of a newer version of Kontor: it has the migration "9999-from-the-future".* Update Kontor/

/** As a newer version of Kontor would leave the database. */
export async function migrateFurther(environment: Environment): Promise<void> {
  const { databaseUrl, dataFolder } = readConfig(environment)
  const engine = await openEngine(databaseUrl, dataFolder)
  try {
    const row = { name: '9999-from-the-future', appliedAt: new Date().toISOString() }
    const statement = engine.builder.insertInto('migrations').values(row).compile()
    await engine.write((connection) => connection.query(statement))
  } finally {
    await engine.close()
  }
}
