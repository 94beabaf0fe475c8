import assert from 'node:assert/strict'
import type { Engine, Query, WriteConnection } from '../../src/db/engine.ts'

export const CLIENTS = 64
export const ROUNDS = 50
/** Few enough that several requests of a batch want the same one, many enough that most do not. */
export const COUNTERS = 100
export const TOO_LARGE = 1_000_000

const table = 'counters'
export const SELECT = `select "id", "value" from "${table}" where "id" = ?`
export const UPDATE = `update "${table}" set "value" = ? where "id" = ?`
const SCHEMA = [
  'create table "commits" ("id" text primary key)',
  `create table "${table}" ("id" text primary key, "value" integer not null check ("value" < ${TOO_LARGE}))`,
]

export const counterOf = (turn: number): string => `c${turn % COUNTERS}`

const lock = (id: string): Query => ({ sql: SELECT, effect: 'lock', table, keys: [id], parameters: [id], rows: 'all' })

export function set(id: string, value: number): Query {
  return { sql: UPDATE, effect: 'write', table, keys: [id], parameters: [value, id], rows: [[id, value]] }
}

/** It names no rows, so whatever is pending for the table is written before it. */
const sumOfAll: Query = { sql: `select sum("value") from "${table}"`, effect: 'read', table, parameters: [] }

export async function sumOf(connection: Pick<WriteConnection, 'query'>): Promise<number> {
  const [row] = await connection.query(sumOfAll)
  return row![0] as number
}

export async function createCounters(engine: Engine): Promise<void> {
  await engine.changeSchema(async (connection) => {
    for (const sql of SCHEMA) await connection.query({ sql, parameters: [] })
    for (let turn = 0; turn < COUNTERS; turn++)
      await connection.query({ sql: `insert into "${table}" values (?, 0)`, parameters: [counterOf(turn)] })
  })
}

/** Reads a number and writes the next one: a stale read loses a count. */
export async function count(connection: WriteConnection, id: string): Promise<number> {
  const [row] = await connection.query(lock(id))
  const next = (row![1] as number) + 1
  await connection.query(set(id, next))
  return next
}

/** Counts twice, and reads all counters in between. */
export async function countAndRead(connection: WriteConnection, id: string): Promise<number> {
  const before = await sumOf(connection)
  await count(connection, id)
  assert.equal(await sumOf(connection), before + 1)
  return count(connection, id)
}

interface Load {
  /** One request in so many reads all counters between two counts. */
  readonly readsEach?: number
  readonly onAcknowledged?: (id: string, value: number) => void
}

/** Each client writes again and again, to another counter every time. Returns how often it was counted. */
export async function load(engine: Engine, stride: number, { readsEach, onAcknowledged }: Load = {}): Promise<number> {
  let counted = 0
  const client = async (number: number) => {
    for (let round = 0; round < ROUNDS; round++) {
      const id = counterOf(number + round * stride)
      const reads = readsEach !== undefined && (number + round * CLIENTS) % readsEach === 0
      const value = await engine.write((connection) => (reads ? countAndRead(connection, id) : count(connection, id)))
      counted += reads ? 2 : 1
      onAcknowledged?.(id, value)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)))
  return counted
}
