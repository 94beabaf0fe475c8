import { sql } from 'kysely'
import type { AnyRecord, Resource } from '../../model/resource.ts'
import { foldedRange } from '../../model/text.ts'
import type { Connection } from '../engine.ts'
import { columnAt, composed, type Part, part } from '../lists/conditions.ts'
import type { Schema } from '../schema.ts'
import { decodeRow } from '../table.ts'

/**
 * Records with one of these values, case and accents ignored. Each field has a sort key that begins with the folded text, so a
 * range of its index holds them. One statement for each field: together, no database would be sure to use the indexes.
 */
export async function similarRows(
  { engine, tables }: Schema,
  connection: Connection,
  resource: Resource,
  values: Readonly<Record<string, string>>,
  visible: readonly Part[],
  limit: number,
): Promise<AnyRecord[]> {
  const table = tables.get(resource.name)!
  const found = await Promise.all(
    Object.entries(values).map(([path, text]) => {
      const key = columnAt(table, path).sortKey!
      const range = part(
        `like ${key}`,
        foldedRange(text),
        ([from, to]) => sql`(${sql.ref(key)} >= ${from} and ${sql.ref(key)} < ${to})`,
      )
      const select = composed(
        engine,
        `similar ${key} of ${table.name}`,
        [range, ...visible],
        [limit],
        (where, [limit]) =>
          engine.builder
            .selectFrom(table.name)
            .select(table.columns.map(({ name }) => name))
            .where(where)
            .orderBy(key)
            .limit(limit!),
      )
      return connection.query({ ...select, table: table.name })
    }),
  )
  const records = found.flat().map((row) => decodeRow(table.columns, row))
  const byId = new Map(records.map((record) => [record.id as string, record]))
  return [...byId.values()].sort((a, b) => ((a.id as string) < (b.id as string) ? -1 : 1)).slice(0, limit)
}
