import type { Connection, Engine } from '../engine.ts'
import { rowsOfHoles } from '../shapes.ts'

/** Each number of rows is a shape of its own, so there are few. Of many rows, a thousand at once cost the least. */
const ROWS_AT_ONCE = [1000, 100, 10, 1]

/** Any number of new rows with few statements. Their values follow each other, row by row. */
export async function insertRows(
  { builder, shapes }: Engine,
  connection: Connection,
  table: string,
  columns: readonly string[],
  values: readonly unknown[],
): Promise<void> {
  const width = columns.length
  let start = 0
  for (const count of ROWS_AT_ONCE) {
    const size = count * width
    if (values.length - start < size) continue
    const { sql, name } = shapes.fill(`insert ${table} ${count}`, [], (hole) =>
      builder.insertInto(table).values(rowsOfHoles(hole, columns, count)),
    )
    for (; values.length - start >= size; start += size)
      await connection.query({ sql, name, parameters: values.slice(start, start + size), effect: 'write', table })
  }
}
