import { type Reads, wholeScope } from '../core/store.ts'
import type { Connection, Engine, Select } from '../db/engine.ts'
import { attachLines } from '../db/lines.ts'
import { readsOver } from '../db/records/reads.ts'
import { type Schema, schemaOf } from '../db/schema.ts'
import { decodeRow, REMOVED_COLUMN, type Table } from '../db/table.ts'
import type { Resource, Row } from '../model/resource.ts'
import { type DocumentResource, isDocument } from '../resources/documents/document-type.ts'

const PAGE_SIZE = 200
const OFFENDERS_NAMED = 5

/** A record as it is kept; one that was removed and yet stays says when. */
export type Kept<R> = Row<R> & { readonly removedAt: string | null }

export interface Offenders {
  readonly count: number
  /** Of the first few. */
  readonly ids: readonly string[]
}

/** The whole database at one moment, read a page at a time. */
export interface Snapshot {
  readonly engine: Engine
  readonly connection: Connection
  readonly tables: readonly Table[]
  readonly documents: readonly DocumentResource[]
  /** Records as the service sees them: without those that were removed. */
  readonly reads: Reads
  /** Every record that is kept, with its lines. */
  pages<R extends Resource>(resource: R): AsyncGenerator<readonly Kept<R>[]>
  /** How many rows a selection has, and the first few by name. Its rows are called `row`. */
  offenders(select: Select): Promise<Offenders>
}

export function openSnapshot(engine: Engine, connection: Connection, resources: readonly Resource[]): Snapshot {
  const schema = schemaOf(engine, resources)
  const scope = wholeScope(new Date().toISOString())
  return {
    engine,
    connection,
    tables: [...schema.tables.values()],
    documents: resources.filter(isDocument),
    reads: readsOver(schema, connection, scope),
    pages: (resource) => pagesOf(schema, connection, schema.tables.get(resource.name)!) as never,
    async offenders(select) {
      const some = select.select('row.id').orderBy('row.id').limit(OFFENDERS_NAMED)
      const ids = (await connection.query(some.compile())).map(([id]) => id as string)
      if (ids.length < OFFENDERS_NAMED) return { count: ids.length, ids }
      const [row] = await connection.query(select.select(({ fn }) => fn.countAll().as('count')).compile())
      return { count: Number(row![0]), ids }
    },
  }
}

async function* pagesOf(schema: Schema, connection: Connection, table: Table) {
  const { columns, name, resource } = table
  const names = [...columns.map((column) => column.name), ...(resource.retained ? [REMOVED_COLUMN] : [])]
  for (let last = ''; ; ) {
    const select = schema.engine.builder
      .selectFrom(name)
      .select(names)
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE_SIZE)
    const rows = await connection.query(select.compile())
    if (rows.length === 0) return
    const records = rows.map((row) => ({ ...decodeRow(columns, row), [REMOVED_COLUMN]: row[columns.length] ?? null }))
    await attachLines(schema, connection, table, records)
    yield records
    last = (records.at(-1) as { id?: string }).id!
  }
}
