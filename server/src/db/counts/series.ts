import { sql } from 'kysely'
import type { Connection, Engine } from '../engine.ts'

/** Takes so many numbers of a series, and returns the last. It stays locked until the transaction ends: there are no gaps. */
export async function takeNumbers(
  engine: Engine,
  connection: Connection,
  series: string,
  count: number,
): Promise<number> {
  const taken = engine.shapes.fill('take numbers', [series, count], (hole) =>
    engine.builder
      .insertInto('series')
      .values({ name: hole(0), last: hole(1) })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({ last: sql`${sql.ref('series.last')} + ${sql.ref('excluded.last')}` }),
      )
      .returning('last'),
  )
  const [row] = await connection.query(taken)
  return keep(connection, series, row![0] as number)
}

/** The last number that was taken; 0 if none was. */
export async function lastNumber(engine: Engine, connection: Connection, series: string): Promise<number> {
  const known = connection.memory?.numberOf(series)
  if (known !== undefined) return known
  const last = engine.shapes.fill('last number', [series], (hole) =>
    engine.builder.selectFrom('series').select('last').where('name', '=', hole(0)),
  )
  const [row] = await connection.query({ ...last, keys: [series] })
  return keep(connection, series, (row?.[0] as number | undefined) ?? 0)
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
      .insertInto('series')
      .values({ name: hole(0), last: hole(1) })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ last: sql`${sql.ref('excluded.last')}` })),
  )
  await connection.query({ ...set, keys: [series] })
  keep(connection, series, last)
}

const keep = ({ memory }: Connection, series: string, last: number): number => memory?.keepNumber(series, last) ?? last
