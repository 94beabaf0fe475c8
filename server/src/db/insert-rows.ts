import type { Connection, Engine, Values } from './engine.ts'
import { rowsOfHoles } from './shapes.ts'

/** Each number of rows is a shape of its own, so there are few. Of many rows, a thousand at once cost the least. */
const ROWS_AT_ONCE = [1000, 100, 10, 1]

/** Any number of new rows with few statements. */
export async function insertRows(
  { builder, shapes }: Engine,
  connection: Connection,
  table: string,
  columns: readonly string[],
  rows: readonly Values[],
): Promise<void> {
  for (let start = 0; start < rows.length; ) {
    const count = ROWS_AT_ONCE.find((size) => size <= rows.length - start)!
    const values = rows.slice(start, start + count).flat()
    const insert = shapes.fill(`insert ${table} ${count}`, values, (hole) =>
      builder.insertInto(table).values(rowsOfHoles(hole, columns, count)),
    )
    await connection.query(insert)
    start += count
  }
}
