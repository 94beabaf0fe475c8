import { sql } from 'kysely'
import type { Condition, ListQuery, Page } from '../core/lists/list-query.ts'
import { Problem } from '../core/problem.ts'
import type { Frame, Reads, Records } from '../core/store.ts'
import { fromScaled } from '../model/decimal.ts'
import { foldCase } from '../model/fold.ts'
import type { AnyRecord, Resource } from '../model/resource.ts'
import type { Wanted } from '../model/search/score.ts'
import { built, columnAt, composed, conjunction, type Part, part, partsOf } from './conditions.ts'
import type { EpochBook } from './counts/epoch.ts'
import { nextNumber } from './counts/series.ts'
import { type TallyBook, talliedSums } from './counts/tallies.ts'
import type { Connection, Engine } from './engine.ts'
import { createId } from './ids.ts'
import { attachLines, removeLines, withLineIds, writeLines } from './lines.ts'
import { listRows } from './list.ts'
import { referrersOf } from './referrers.ts'
import type { IndexBook } from './search/index-book.ts'
import type { Lexicon } from './search/lexicon.ts'
import { lookUp } from './search/look-up.ts'
import type { Statements } from './statements.ts'
import { columnOf, decodeRow, encodeRow, encodeValue, keyColumnOf, REMOVED_COLUMN, type Table } from './table.ts'

/** What records need to know of the database: its engine, the tables by name, their fixed statements. */
export interface Schema {
  readonly engine: Engine
  readonly tables: ReadonlyMap<string, Table>
  readonly statements: Statements
  readonly lexicon: Lexicon
}

/** What one transaction gathers beside its records, to be written at its end. */
export interface Books {
  readonly tallies: TallyBook
  readonly index: IndexBook
  readonly epoch: EpochBook
}

/** The only place that turns a resource into SQL for reading. */
export function readsOver(
  { engine, tables, statements, lexicon }: Schema,
  connection: Connection,
  frame: Frame,
): Reads {
  const tableFor = (resource: Resource) => tables.get(resource.name)!
  const scopeOf = (resource: Resource, isOwn = frame.ownOnly(resource)): Part[] => [
    ...(isOwn ? [part('own', [frame.userId], ([user]) => sql`${sql.ref('createdBy')} = ${user}`)] : []),
    ...(resource.retained ? [part('present', [], () => sql`${sql.ref(REMOVED_COLUMN)} is null`)] : []),
  ]

  async function one(table: Table, select: { sql: string; parameters: readonly unknown[]; name?: string }) {
    const [row] = await connection.query(select)
    if (!row) return undefined
    const record = decodeRow(table.columns, row)
    if (frame.ownOnly(table.resource) && record.createdBy !== frame.userId) return undefined
    await attachLines(engine, connection, table, [record])
    return record
  }

  async function where(resource: Resource, column: string, values: readonly string[]): Promise<AnyRecord[]> {
    const table = tableFor(resource)
    const among = part(
      `${column} in ${values.length}`,
      values,
      (some) => sql`${sql.ref(column)} in (${sql.join(some)})`,
    )
    const select = composed(engine, `all of ${table.name}`, [among, ...scopeOf(resource)], [], (where) =>
      engine.builder
        .selectFrom(table.name)
        .select(table.columns.map(({ name }) => name))
        .where(where)
        .orderBy('id'),
    )
    const records = (await connection.query(select)).map((row) => decodeRow(table.columns, row))
    await attachLines(engine, connection, table, records)
    return records
  }

  const reads = {
    async get(resource: Resource, id: string) {
      const table = tableFor(resource)
      return (await one(table, { ...statements.get(table), parameters: [id] })) ?? notFound(resource, id)
    },
    find(resource: Resource, where: AnyRecord) {
      const table = tableFor(resource)
      const exact = Object.entries(where).map(([path, value]) => comparisonOf(table, path, value))
      const query = composed(engine, `first of ${table.name}`, [...exact, ...scopeOf(resource)], [], (where) =>
        engine.builder
          .selectFrom(table.name)
          .select(table.columns.map(({ name }) => name))
          .where(where)
          .orderBy('id')
          .limit(1),
      )
      return one(table, query)
    },
    async list(resource: Resource, query: ListQuery): Promise<Page<AnyRecord>> {
      const table = tableFor(resource)
      const page = await listRows(engine, connection, table, query, {
        parts: scopeOf(resource),
        isWhole: !frame.ownOnly(resource),
      })
      await attachLines(engine, connection, table, page.records)
      return page
    },
    async getMany(resource: Resource, ids: readonly string[]) {
      const found = ids.length > 0 ? await where(resource, 'id', ids) : []
      return new Map(found.map((record) => [record.id, record]))
    },
    related: async (resource: Resource, field: string, ids: readonly string[]) =>
      ids.length > 0 ? where(resource, columnOf(field), ids) : [],
    sums: (resource: Resource, field: string, values: readonly string[]) =>
      talliedSums(engine, connection, tableFor(resource), field, values),
    async totals(
      resource: Resource,
      field: string,
      by: string,
      values: readonly string[],
      conditions: readonly Condition[],
    ) {
      const table = tableFor(resource)
      const query = { conditions, words: [], sort: field } as unknown as ListQuery
      const select = engine.builder
        .selectFrom(table.name)
        .select(({ fn }) => [columnOf(by), fn.sum(columnOf(field)).as('total')])
        .where(columnOf(by), 'in', values)
        .where(conjunction([...scopeOf(resource), ...partsOf(engine, table, query)].map(built)))
        .groupBy(columnOf(by))
      const rows = await connection.query(select.compile())
      return new Map(rows.map(([value, total]) => [value as string, fromScaled(Number(total))]))
    },
    lookUp: (wanted: Wanted) =>
      lookUp({ engine, lexicon, tables }, connection, wanted, (resource) => {
        const isOwn = frame.namesOwnOnly?.(resource) ?? frame.ownOnly(resource)
        return { parts: scopeOf(resource, isOwn), isWhole: !isOwn }
      }),
    async missing(name: string, ids: readonly string[]) {
      const { resource } = tables.get(name)!
      const isOwn = frame.namesOwnOnly ? frame.namesOwnOnly(resource) : frame.ownOnly(resource)
      const among = part(`id in ${ids.length}`, ids, (some) => sql`${sql.ref('id')} in (${sql.join(some)})`)
      const select = composed(engine, `ids of ${name}`, [among, ...scopeOf(resource, isOwn)], [], (where) =>
        engine.builder.selectFrom(name).select('id').where(where),
      )
      const found = new Set((await connection.query(select)).map(([id]) => id))
      return new Set(ids.filter((id) => !found.has(id)))
    },
    referrers: (resource: Resource, id: string) => referrersOf(engine, connection, tables, resource, id),
  }
  return reads as unknown as Reads
}

/** Reading and writing inside one transaction. */
export function recordsOver(schema: Schema, connection: Connection, frame: Frame, books: Books): Records {
  const { engine, tables, statements } = schema
  const { builder } = engine
  const reads = readsOver(schema, connection, frame)
  const { tallies } = books
  const tableFor = (resource: Resource) => tables.get(resource.name)!
  const note = (table: Table, before: AnyRecord | undefined, after: AnyRecord | undefined) => {
    tallies.note(table, before, after)
    books.index.note(table, before, after)
    if (before && table.resource.guardsAccess) books.epoch.touch()
  }
  const rowOf = ({ columns, hidden }: Table, record: AnyRecord) => [
    ...encodeRow(columns, record),
    ...hidden.map(({ textOf }) => textOf(record)),
  ]

  const writes = {
    async lock(resource: Resource, id: string) {
      const table = tableFor(resource)
      const [row] = await connection.query({ ...statements.lock(table), parameters: [id] })
      const isVisible = row && (!frame.ownOnly(resource) || decodeRow(table.columns, row).createdBy === frame.userId)
      if (!isVisible) return notFound(resource, id)
      const record = decodeRow(table.columns, row)
      await attachLines(engine, connection, table, [record])
      return record
    },
    async insert(resource: Resource, values: AnyRecord) {
      const table = tableFor(resource)
      const { now, userId } = frame
      const stamped = { createdAt: now, updatedAt: now, createdBy: userId, version: 1 }
      const record = withLineIds(table, undefined, { id: createId(resource.idPrefix, now), ...values, ...stamped }, now)
      if (typeof values.id === 'string') record.id = values.id
      await connection.query({ ...statements.insert(table), parameters: rowOf(table, record) })
      await writeLines(engine, connection, table, undefined, record)
      note(table, undefined, record)
      return record
    },
    async update(resource: Resource, before: AnyRecord, changes: AnyRecord) {
      const table = tableFor(resource)
      const { id, createdAt, createdBy } = before
      const version = (before.version as number) + 1
      const changed = { ...before, ...changes, id, createdAt, createdBy, updatedAt: frame.now, version }
      const record = withLineIds(table, before, changed, frame.now)
      await connection.query({ ...statements.update(table), parameters: [...rowOf(table, record), id] })
      await writeLines(engine, connection, table, before, record)
      note(table, before, record)
      return record
    },
    async remove(resource: Resource, record: AnyRecord) {
      const table = tableFor(resource)
      if (resource.retained && record[resource.retained] !== null) {
        await connection.query({ ...statements.hide(table), parameters: [frame.now, record.id] })
      } else {
        for (const lines of table.lines) await removeLines(engine, connection, lines, record.id as string)
        await connection.query({ ...statements.remove(table), parameters: [record.id] })
      }
      note(table, record, undefined)
    },
    async purge(resource: Resource, field: string, before: string) {
      const expired = builder.deleteFrom(resource.name).where(field, '<', before).returning('id')
      return (await connection.query(expired.compile())).length
    },
    async sums(resource: Resource, field: string, values: readonly string[]) {
      await tallies.write(engine, connection) // what this transaction has changed counts too
      return reads.sums(resource, field, values)
    },
    async nextNumber(series: string) {
      return nextNumber(engine, connection, series)
    },
    async settle() {
      await tallies.write(engine, connection)
      await books.index.write(engine, connection)
    },
    note: () => {
      throw new Error('Nobody keeps an audit log here.')
    },
    claim: (name: string) => engine.claim(connection, name),
  }
  return { ...reads, ...writes } as unknown as Records
}

/** A unique text is found whatever the case of its letters. */
function comparisonOf(table: Table, path: string, value: unknown): Part {
  const { name, storage, field } = columnAt(table, path)
  const isUnique = field.options.unique && typeof value === 'string'
  const column = isUnique ? keyColumnOf(path) : name
  if (value === null) return part(`no ${column}`, [], () => sql`${sql.ref(column)} is null`)
  const compared = isUnique ? foldCase(value as string) : encodeValue(storage, value)
  return part(`${column} eq`, [compared], ([hole]) => sql`${sql.ref(column)} = ${hole}`)
}

function notFound({ singular }: Resource, id: string): never {
  throw new Problem('NOT_FOUND', { message: `There is no ${singular} "${id.slice(0, 64)}".` })
}
