import { sql } from 'kysely'
import type { TakenNumber } from '../../core/store.ts'
import { onceFor } from '../../model/memo.ts'
import type { Connection, Engine, Query, Values, WriteConnection } from '../engine.ts'

const TABLE = 'series'
const COLUMNS = ['name', 'last', 'lastDate']

/** The last number that was taken; 0 if none was. */
export async function lastNumber(engine: Engine, connection: Connection, series: string): Promise<number> {
  const [row] = await connection.query(lastOf(engine, series))
  return (row?.[1] as number | undefined) ?? 0
}

const lastOf = ({ shapes, builder }: Engine, series: string): Query => ({
  ...shapes.fill('last number', [series], (hole) =>
    builder.selectFrom(TABLE).select(COLUMNS).where('name', '=', hole(0)),
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
    .select(COLUMNS)
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

/** Says which number was taken last, and the latest date that one was taken for. */
export async function setLastNumber(
  engine: Engine,
  connection: Connection,
  series: string,
  { last, date }: LastNumber,
): Promise<void> {
  const set = engine.shapes.fill('set last number', [series, last, date], (hole) =>
    engine.builder
      .insertInto(TABLE)
      .values({ name: hole(0), last: hole(1), lastDate: hole(2) })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({
          last: sql`${sql.ref('excluded.last')}`,
          lastDate: sql`${sql.ref('excluded.lastDate')}`,
        }),
      ),
  )
  await connection.query({ ...set, effect: 'write', table: TABLE, keys: [series] })
}

export interface LastNumber {
  readonly last: number
  /** The latest date that a number was taken for; null where none was. */
  readonly date: string | null
}

/** The numbers that requests of one transaction have taken: the last of each series. */
export type TakenNumbers = Map<string, LastNumber>

/** The numbers that one request takes, or an attempt within it. The series stays locked until the transaction ends, so that there are no gaps. */
export class PendingNumbers {
  readonly #engine: Engine
  readonly #connection: WriteConnection
  readonly #shared: TakenNumbers
  readonly taken: TakenNumbers

  /** Of an attempt, `before` are the numbers that its request has taken. */
  constructor(engine: Engine, connection: WriteConnection, shared: TakenNumbers, before?: TakenNumbers) {
    this.#engine = engine
    this.#connection = connection
    this.#shared = shared
    this.taken = new Map(before)
  }

  /** Takes so many numbers of a series, and returns the last. */
  async take(series: string, count = 1): Promise<number> {
    const { last, date } = await this.#current(series)
    this.taken.set(series, { last: last + count, date })
    return last + count
  }

  /** Takes the next number of a series for a date, and tells the latest date that one was taken for before. */
  async takeFor(series: string, date: string): Promise<TakenNumber> {
    const { last, date: latestDate } = await this.#current(series)
    const isLater = latestDate === null || date > latestDate
    this.taken.set(series, { last: last + 1, date: isLater ? date : latestDate })
    return { number: last + 1, latestDate }
  }

  /** The last number that was taken, by this request too. */
  async last(series: string): Promise<number> {
    const known = this.taken.get(series) ?? this.#shared.get(series)
    return known ? known.last : lastNumber(this.#engine, this.#connection, series)
  }

  /** Leaves out the numbers before the given one, and tells which would have been next. */
  async skipTo(series: string, next: number): Promise<number> {
    const { last, date } = await this.#current(series)
    if (next > last + 1) this.taken.set(series, { last: next - 1, date })
    return last + 1
  }

  publish(to: TakenNumbers): void {
    for (const [series, last] of this.taken) to.set(series, last)
  }

  async #current(series: string): Promise<LastNumber> {
    const stored = await this.#lock(series)
    return this.taken.get(series) ?? this.#shared.get(series) ?? stored
  }

  async #lock(series: string): Promise<LastNumber> {
    const lock = lockOf(this.#engine, series)
    const [row] = await this.#connection.query(lock)
    if (row || lock.effect !== 'lock') return lastIn(row)
    // A row must exist before it can be locked, and another process may be inserting it as well.
    const insert = this.#engine.builder.insertInto(TABLE).values({ name: series, last: 0 })
    await this.#connection.query(insert.onConflict((conflict) => conflict.doNothing()).compile())
    const [added] = await this.#connection.query(lock)
    return added ? lastIn(added) : this.#connection.setAside()
  }
}

const lastIn = (row: Values | undefined): LastNumber => ({
  last: (row?.[1] as number | undefined) ?? 0,
  date: (row?.[2] as string | null | undefined) ?? null,
})

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
