import { type SqlBool, sql } from 'kysely'
import { EXTERNAL_IDS, type ExternalIds, systemIn } from '../model/keys/external-ids.ts'
import { onceFor } from '../model/memo.ts'
import type { AnyRecord } from '../model/resource.ts'
import type { Connection, Engine, Query } from './engine.ts'
import type { Table } from './table.ts'

/** Which record has which id in another system. The records hold the same; here no two of a resource can share one. */
export const EXTERNAL_IDS_TABLE = 'external-ids'
const KEY = ['resource', 'system', 'value'] as const
const COLUMNS = [...KEY, 'record'] as const
const RECORD = COLUMNS.indexOf('record')

export const hasExternalIds = ({ resource }: Table): boolean => Object.hasOwn(resource.fields, EXTERNAL_IDS)

type Pair = readonly [system: string, value: string]

const idsIn = (record: AnyRecord | undefined): Pair[] =>
  Object.entries((record?.[EXTERNAL_IDS] as ExternalIds | undefined) ?? {})

const statementsOf = onceFor(({ builder }: Engine) => {
  const any = sql`${''}`
  const isOne = sql<SqlBool>`${sql.join(
    KEY.map((column) => sql`${sql.ref(column)} = ${any}`),
    sql` and `,
  )}`
  const blank = Object.fromEntries(COLUMNS.map((column) => [column, null as unknown]))
  return {
    find: builder
      .selectFrom(EXTERNAL_IDS_TABLE)
      .select([...COLUMNS])
      .where(isOne)
      .compile().sql,
    insert: builder.insertInto(EXTERNAL_IDS_TABLE).values(blank).compile().sql,
    remove: builder.deleteFrom(EXTERNAL_IDS_TABLE).where(isOne).compile().sql,
  }
})

/** A statement on the row of one id. */
function statement(engine: Engine, kind: 'find' | 'insert' | 'remove', key: readonly string[]): Query {
  const keys = [key.join('\n')]
  return {
    sql: statementsOf(engine)[kind],
    name: `${kind} external id`,
    table: EXTERNAL_IDS_TABLE,
    keys,
    parameters: key,
  }
}

/** The id of the record that another system knows by this id. */
export async function recordWith(
  engine: Engine,
  connection: Connection,
  { name }: Table,
  path: string,
  value: string,
): Promise<string | undefined> {
  const query = statement(engine, 'find', [name, systemIn(path)!, value])
  const [row] = await connection.query({ ...query, effect: 'read', rows: 'all' })
  return row?.[RECORD] as string | undefined
}

/** Writes what has changed of the ids of a record. A new record has no `before`, a deleted one no `after`. */
export async function writeExternalIds(
  engine: Engine,
  connection: Connection,
  table: Table,
  before: AnyRecord | undefined,
  after: AnyRecord | undefined,
): Promise<void> {
  const [old, fresh] = [idsIn(before), idsIn(after)]
  const { id } = (after ?? before)!
  for (const pair of without(old, fresh)) {
    const query = statement(engine, 'remove', [table.name, ...pair])
    await connection.query({ ...query, effect: 'write', rows: [] })
  }
  for (const pair of without(fresh, old)) {
    const query = statement(engine, 'insert', [table.name, ...pair])
    const row = [...query.parameters, id]
    await connection.query({
      ...query,
      parameters: row,
      effect: 'insert',
      rows: [row],
      columns: COLUMNS,
      references: [],
    })
  }
}

const without = (pairs: readonly Pair[], others: readonly Pair[]): Pair[] =>
  pairs.filter(([system, value]) => !others.some(([name, other]) => name === system && other === value))

/** The systems that records of a resource have ids in: one step of the index for each. */
export async function systemsOf({ builder, shapes }: Engine, connection: Connection, name: string): Promise<string[]> {
  const systems: string[] = []
  for (let last = ''; ; ) {
    const next = shapes.fill('next external system', [name, last], (hole) =>
      builder
        .selectFrom(EXTERNAL_IDS_TABLE)
        .select('system')
        .where('resource', '=', hole(0))
        .where('system', '>', hole(1))
        .orderBy('system')
        .limit(1),
    )
    const [row] = await connection.query({ ...next, effect: 'read', table: EXTERNAL_IDS_TABLE })
    if (!row) return systems
    last = row[0] as string
    systems.push(last)
  }
}
