import { sql } from 'kysely'
import { onceFor } from '../../model/memo.ts'
import type { Connection, Engine, Query, WriteConnection } from '../engine.ts'

const TABLE = 'series'

/** The last number that was taken; 0 if none was. */
export async function lastNumber(engine: Engine, connection: Connection, series: string): Promise<number> {
  const [row] = await connection.query(lastOf(engine, series))
  return (row?.[1] as number | undefined) ?? 0
}

const lastOf = ({ shapes, builder }: Engine, series: string): Query => ({
  ...shapes.fill('last number', [series], (hole) =>
    builder.selectFrom(TABLE).select(['name', 'last']).where('name', '=', hole(0)),
  ),
  effect: 'read',
  table: TABLE,
  keys: [series],
  rows: 'all',
})

const lockStatement = onceFor(({ builder, anyOf, lockTexts }: Engine): Omit<Query, 'parameters'> | undefined => {
  if (!lockTexts || !anyOf) return undefined
  const select = builder
    .selectFrom(TABLE)
    .select(['name', 'last'])
    .where(anyOf(sql.ref('name'), sql`${[]}`))
  const { ifFree, waiting } = lockTexts(select.compile().sql, 'name')
  const wait = { sql: waiting, name: 'wait for series' }
  return {
    sql: ifFree,
    name: 'lock series',
    waiting: wait,
    effect: 'lock',
    isContended: true,
    table: TABLE,
    rows: 'all',
  }
})

function lockOf(engine: Engine, series: string): Query {
  const lock = lockStatement(engine)
  return lock ? { ...lock, keys: [series], parameters: [[series]] } : lastOf(engine, series)
}

/** Says which number was taken last. */
export async function setLastNumber(
  engine: Engine,
  connection: Connection,
  series: string,
  last: number,
): Promise<void> {
  const set = engine.shapes.fill('set last number', [series, last], (hole) =>
    engine.builder
      .insertInto(TABLE)
      .values({ name: hole(0), last: hole(1) })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ last: sql`${sql.ref('excluded.last')}` })),
  )
  await connection.query({ ...set, effect: 'write', table: TABLE, keys: [series] })
}

/** The numbers that requests of one transaction have taken: the last of each series. */
export type TakenNumbers = Map<string, number>

/** The numbers that one request takes. The series stays locked until the transaction ends, so that there are no gaps. */
export class PendingNumbers {
  readonly #engine: Engine
  readonly #connection: WriteConnection
  readonly #shared: TakenNumbers
  readonly #taken: TakenNumbers = new Map()

  constructor(engine: Engine, connection: WriteConnection, shared: TakenNumbers) {
    this.#engine = engine
    this.#connection = connection
    this.#shared = shared
  }

  /** Takes so many numbers of a series, and returns the last. */
  async take(series: string, count = 1): Promise<number> {
    const stored = await this.#lock(series)
    const last = (this.#taken.get(series) ?? this.#shared.get(series) ?? stored) + count
    this.#taken.set(series, last)
    return last
  }

  publish(): void {
    for (const [series, last] of this.#taken) this.#shared.set(series, last)
  }

  async #lock(series: string): Promise<number> {
    const lock = lockOf(this.#engine, series)
    const [row] = await this.#connection.query(lock)
    if (row || lock.effect !== 'lock') return (row?.[1] as number | undefined) ?? 0
    // A row must exist before it can be locked, and another process may be inserting it as well.
    const insert = this.#engine.builder.insertInto(TABLE).values({ name: series, last: 0 })
    await this.#connection.query(insert.onConflict((conflict) => conflict.doNothing()).compile())
    const [added] = await this.#connection.query(lock)
    return added ? (added[1] as number) : this.#connection.setAside()
  }
}

/** The epoch: it changes with every change that access depends on. */
export const ACCESS_EPOCH = 'access epoch'

/** All calls of one tick share one query, which is sent after the last of them. */
export function epochOf(engine: Engine, reader: Connection): () => Promise<number> {
  let look: Promise<number> | undefined
  return () => {
    look ??= Promise.resolve().then(() => {
      look = undefined
      return lastNumber(engine, reader, ACCESS_EPOCH)
    })
    return look
  }
}
