import { sql } from 'kysely'
import type { Engine } from '../engine.ts'

const TABLE = 'rate-usage'
/** The number of parameters of a statement is limited. */
const ROWS_AT_ONCE = 1000

/** How many requests a subject has made on a day. */
export interface DayCountRow {
  readonly subject: string
  readonly count: number
}

export async function readDayCounts(engine: Engine, day: string): Promise<DayCountRow[]> {
  const select = engine.builder.selectFrom(TABLE).select(['subject', 'count']).where('day', '=', day)
  const rows = await engine.reader.query(select.compile())
  return rows.map(([subject, count]) => ({ subject: subject as string, count: Number(count) }))
}

/** Raises the counts of the day and deletes those of earlier days. A count never falls: another node may have counted more. */
export function writeDayCounts(engine: Engine, day: string, counts: readonly DayCountRow[]): Promise<void> {
  const { builder } = engine
  // Sorted, so that two nodes never deadlock.
  const rows = counts.map((row) => ({ day, ...row })).sort((a, b) => (a.subject < b.subject ? -1 : 1))
  return engine.write(async (connection) => {
    await connection.query(builder.deleteFrom(TABLE).where('day', '<', day).compile())
    for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
      const [kept, counted] = [sql.ref(`${TABLE}.count`), sql.ref('excluded.count')]
      const insert = builder
        .insertInto(TABLE)
        .values(rows.slice(start, start + ROWS_AT_ONCE))
        .onConflict((conflict) =>
          conflict
            .columns(['day', 'subject'])
            .doUpdateSet({ count: sql`case when ${kept} > ${counted} then ${kept} else ${counted} end` }),
        )
      await connection.query(insert.compile())
    }
  })
}
