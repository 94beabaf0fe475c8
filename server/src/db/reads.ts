import { sql } from 'kysely'
import type { Aggregation } from '../core/lists/aggregate.ts'
import { type Comparable, type Condition, equals, type ListQuery, type Page } from '../core/lists/list-query.ts'
import { Problem } from '../core/problem.ts'
import type { LookUp } from '../core/search/look-up.ts'
import type { Frame, Reads } from '../core/store.ts'
import { fromScaled } from '../model/decimal.ts'
import { foldCase } from '../model/fold.ts'
import type { AnyRecord, Resource } from '../model/resource.ts'
import type { Wanted } from '../model/search/score.ts'
import { aggregateRows } from './counts/aggregate.ts'
import { talliedSums } from './counts/tallies.ts'
import type { Connection, Query } from './engine.ts'
import type { KnownLists } from './known/known-lists.ts'
import { attachLines } from './lines.ts'
import { among, columnAt, composed, type Part, part, partsOf, unled } from './lists/conditions.ts'
import { listRows } from './lists/list.ts'
import type { Listing } from './lists/listing.ts'
import { idsInUse, referrersOf } from './referrers.ts'
import type { Schema } from './schema.ts'
import { lookUp } from './search/look-up.ts'
import { columnOf, decodeRow, encodeValue, keyColumnOf, REMOVED_COLUMN, type Table } from './table.ts'

/** The only place that turns a resource into SQL for reading. */
export function readsOver(schema: Schema, connection: Connection, frame: Frame, known?: KnownLists): Reads {
  const { engine, tables, statements, lexicon, searches } = schema
  const tableFor = (resource: Resource) => tables.get(resource.name)!
  const scopeOf = (resource: Resource, isOwn = frame.ownOnly(resource)): Part[] => [
    ...(isOwn ? [ownPart(resource, frame)] : []),
    ...(resource.retained ? [part('present', [], () => sql`${sql.ref(REMOVED_COLUMN)} is null`)] : []),
  ]

  async function one(table: Table, select: Query) {
    const [row] = await connection.query(select)
    if (!row) return undefined
    const record = decodeRow(table.columns, row)
    if (!isSeen(table.resource, frame, record)) return undefined
    await attachLines(schema, connection, table, [record])
    return record
  }

  /** What somebody created himself is one more filter, and as quick as any other. */
  const seenOf = (resource: Resource, query: ListQuery): Pick<Listing, 'query' | 'scope'> => {
    const isOwn = frame.ownOnly(resource)
    if (!isOwn || resource.personal || frame.userId === null)
      return { query, scope: { parts: scopeOf(resource), isWhole: !isOwn } }
    const conditions = [...query.conditions, equals('createdBy', frame.userId)]
    return { query: { ...query, conditions }, scope: { parts: scopeOf(resource, false), isWhole: true } }
  }

  const oneOf = (column: string, values: readonly string[]) => among(engine, column, sql.ref(column), values)

  async function heads(
    resource: Resource,
    field: string,
    values: readonly string[],
    where: AnyRecord = {},
  ): Promise<AnyRecord[]> {
    if (values.length === 0) return []
    const table = tableFor(resource)
    const conditions = Object.entries(where).map(([path, value]) => equals(path, value as Comparable))
    const exact = partsOf(engine, table, { conditions, words: [] }, () => unled(engine))
    const parts = [oneOf(columnOf(field), values), ...exact, ...scopeOf(resource)]
    const select = composed(engine, `all of ${table.name}`, parts, [], (where) =>
      engine.builder
        .selectFrom(table.name)
        .select(table.columns.map(({ name }) => name))
        .where(where)
        .orderBy('id'),
    )
    return (await connection.query({ ...select, table: table.name })).map((row) => decodeRow(table.columns, row))
  }

  async function related(resource: Resource, field: string, values: readonly string[]): Promise<AnyRecord[]> {
    const records = await heads(resource, field, values)
    await attachLines(schema, connection, tableFor(resource), records)
    return records
  }

  const reads = {
    async get(resource: Resource, id: string) {
      const table = tableFor(resource)
      return (await one(table, statements.get(table, id))) ?? notFound(resource, id)
    },
    find(resource: Resource, where: AnyRecord) {
      const table = tableFor(resource)
      if (typeof where.id === 'string' && Object.keys(where).length === 1)
        return one(table, statements.get(table, where.id))
      const exact = Object.entries(where).map(([path, value]) => comparisonOf(table, path, value))
      const query = composed(engine, `first of ${table.name}`, [...exact, ...scopeOf(resource)], [], (where) =>
        engine.builder
          .selectFrom(table.name)
          .select(table.columns.map(({ name }) => name))
          .where(where)
          .orderBy('id')
          .limit(1),
      )
      return one(table, { ...query, table: table.name })
    },
    async list(resource: Resource, query: ListQuery): Promise<Page<AnyRecord>> {
      const table = tableFor(resource)
      const page = await listRows({ engine, connection, table, ...seenOf(resource, query) }, known)
      await attachLines(schema, connection, table, page.records)
      return page
    },
    async getMany(resource: Resource, ids: readonly string[]) {
      return new Map((await related(resource, 'id', ids)).map((record) => [record.id, record]))
    },
    related,
    heads,
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
      const filters = partsOf(engine, table, { conditions, words: [] }, () => unled(engine))
      const parts = [oneOf(columnOf(by), values), ...filters, ...scopeOf(resource)]
      const select = composed(engine, `totals of ${table.name} ${field} by ${by}`, parts, [], (where) =>
        engine.builder
          .selectFrom(table.name)
          .select(({ fn }) => [columnOf(by), fn.sum(columnOf(field)).as('total')])
          .where(where)
          .groupBy(columnOf(by)),
      )
      const rows = await connection.query({ ...select, table: table.name })
      return new Map(rows.map(([value, total]) => [value as string, fromScaled(Number(total))]))
    },
    aggregate(resource: Resource, aggregation: Aggregation) {
      const isOwn = frame.namesOwnOnly?.(resource) ?? frame.ownOnly(resource)
      return aggregateRows(engine, connection, tableFor(resource), aggregation, scopeOf(resource, isOwn))
    },
    lookUp<T>(wanted: Wanted, work: (lookUp: LookUp) => Promise<T>): Promise<T> {
      const visibilityOf = (resource: Resource) => {
        const isOwn = frame.namesOwnOnly?.(resource) ?? frame.ownOnly(resource)
        return { parts: scopeOf(resource, isOwn), isWhole: !isOwn }
      }
      return searches.run(async () => work(await lookUp({ engine, lexicon, tables }, connection, wanted, visibilityOf)))
    },
    async missing(name: string, ids: readonly string[]) {
      const { resource } = tables.get(name)!
      const isOwn = frame.namesOwnOnly ? frame.namesOwnOnly(resource) : frame.ownOnly(resource)
      const parts = [oneOf('id', ids), ...scopeOf(resource, isOwn)]
      const select = composed(engine, `ids of ${name}`, parts, [], (where) =>
        engine.builder.selectFrom(name).select('id').where(where),
      )
      const found = new Set((await connection.query(select)).map(([id]) => id))
      return new Set(ids.filter((id) => !found.has(id)))
    },
    referrers: (resource: Resource, id: string) => referrersOf(engine, connection, tables, resource, id),
    inUse: (resource: Resource, ids: readonly string[]) => idsInUse(engine, connection, tables, resource, ids),
  }
  return reads as unknown as Reads
}

/** His own, and what others show to everybody. */
function ownPart({ personal }: Resource, { userId }: Frame): Part {
  const own = sql.ref('createdBy')
  if (typeof personal !== 'string') return part('own', [userId], ([user]) => sql`${own} = ${user}`)
  const shared = encodeValue('flag', true)
  return part(
    'own or shared',
    [userId, shared],
    ([user, yes]) => sql`(${own} = ${user} or ${sql.ref(personal)} = ${yes})`,
  )
}

export const isSeen = (resource: Resource, { ownOnly, userId }: Frame, record: AnyRecord): boolean =>
  !ownOnly(resource) ||
  record.createdBy === userId ||
  (typeof resource.personal === 'string' && record[resource.personal] === true)

/** A unique text is found whatever the case of its letters. */
function comparisonOf(table: Table, path: string, value: unknown): Part {
  const { name, storage, field } = columnAt(table, path)
  const isUnique = field.options.unique && typeof value === 'string'
  const column = isUnique ? keyColumnOf(path) : name
  if (value === null) return part(`no ${column}`, [], () => sql`${sql.ref(column)} is null`)
  const compared = isUnique ? foldCase(value as string) : encodeValue(storage, value)
  return part(`${column} eq`, [compared], ([hole]) => sql`${sql.ref(column)} = ${hole}`)
}

export function notFound({ singular }: Resource, id: string): never {
  throw new Problem('NOT_FOUND', { message: `There is no ${singular} "${id.slice(0, 64)}".` })
}
