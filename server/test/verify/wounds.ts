import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { Kontor } from '../support/kontor.ts'

/** Some rows are made wrong behind the back of the service. */
export interface Wound {
  readonly table: string
  readonly where: Readonly<Record<string, unknown>>
  readonly set: Readonly<Record<string, unknown>>
  /** How the id begins that must be named. */
  readonly named: string | RegExp
  /** Even the database itself looks away. */
  readonly isUnguarded?: boolean
}

/** Makes the rows wrong while the work lasts, and right again. */
export async function wounded<T>(kontor: Kontor, wound: Wound, work: () => Promise<T>): Promise<T> {
  const { builder, reader } = kontor.engine
  const columns = Object.keys(wound.set)
  let select = builder.selectFrom(wound.table).select([...keyOf(wound), ...columns])
  for (const [column, value] of Object.entries(wound.where)) select = select.where(column, '=', value)
  const rows = await reader.query(select.compile())
  if (rows.length === 0) throw new Error(`There is nothing to make wrong in ${wound.table}.`)
  const write = async (valuesOf: (row: readonly unknown[]) => readonly unknown[], isBack: boolean) => {
    for (const row of rows) {
      const values = Object.fromEntries(columns.map((column, index) => [column, valuesOf(row)[index]]))
      let update = builder.updateTable(wound.table).set(values)
      for (const [index, column] of keyOf(wound).entries()) {
        const isRenamed = isBack && column in wound.set
        update = update.where(column, '=', isRenamed ? wound.set[column] : row[index])
      }
      await run(kontor, update.compile(), wound)
    }
  }
  await write(() => Object.values(wound.set), false)
  try {
    return await work()
  } finally {
    await write((row) => row.slice(keyOf(wound).length), true)
  }
}

/** The columns that tell rows apart. */
function keyOf({ table }: Wound): readonly string[] {
  if (table === 'series') return ['name']
  if (table === 'external-ids') return ['resource', 'system', 'value']
  return table === 'tallies' ? ['resource', 'key', 'slot'] : ['id']
}

interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

async function run({ engine, database }: Kontor, statement: Statement, { table, isUnguarded }: Wound): Promise<void> {
  if (!isUnguarded) {
    await engine.write((connection) => connection.query(statement))
    return
  }
  const { DATABASE_URL, KONTOR_DATA } = database.environment
  if (DATABASE_URL) await runUnguarded(DATABASE_URL, statement)
  else {
    using embedded = new DatabaseSync(join(KONTOR_DATA, 'kontor.db'), { enableForeignKeyConstraints: false })
    withoutTriggers(embedded, table, () => embedded.prepare(statement.sql).run(...(statement.parameters as string[])))
  }
}

function withoutTriggers(database: DatabaseSync, table: string, work: () => void): void {
  const select = `select name, sql from sqlite_master where type = 'trigger' and tbl_name = ?`
  const triggers = database.prepare(select).all(table)
  for (const { name } of triggers) database.exec(`drop trigger "${name}"`)
  work()
  for (const { sql } of triggers) database.exec(sql as string)
}

/** Foreign keys are triggers here, which the role of a replica switches off. */
async function runUnguarded(url: string, { sql, parameters }: Statement): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(sql, [...parameters])
  } finally {
    await client.end()
  }
}
