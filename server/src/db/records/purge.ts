import type { AnyRecord, Resource } from '../../model/resource.ts'
import type { Builder, WriteConnection } from '../engine.ts'
import { decodeRow, type Table } from '../table.ts'

interface Expired {
  readonly resource: Resource
  readonly field: string
  readonly before: string
  readonly limit: number
}

/** Deletes the oldest expired records, at most so many; returns how many. */
export async function purge(
  builder: Builder,
  connection: WriteConnection,
  table: Table,
  { resource, field, before, limit }: Expired,
  noteRemoved: (table: Table, record: AnyRecord) => void,
): Promise<number> {
  const { name, columns } = table
  const expired = builder
    .selectFrom(name)
    .select('id')
    .where(field, '<', before)
    .orderBy(field, (order) => order.asc().nullsFirst()) // the order of the index: nothing is sorted
    .limit(limit)
  // Totals are stored of what clients list, so that its rows must be known.
  const returned = resource.internal ? ['id'] : columns.map((column) => column.name)
  const removal = builder.deleteFrom(name).where('id', 'in', expired).returning(returned)
  const rows = await connection.query(removal.compile())
  if (!resource.internal) for (const row of rows) noteRemoved(table, decodeRow(columns, row))
  return rows.length
}
