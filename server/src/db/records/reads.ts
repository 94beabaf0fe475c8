import { sql } from 'kysely'
import { type Comparable, equals, type ListQuery } from '../../core/lists/list-query.ts'
import { Problem } from '../../core/problem.ts'
import type { Reads, RequestScope } from '../../core/store.ts'
import { systemIn } from '../../model/keys/external-ids.ts'
import { msg, recordName } from '../../model/message.ts'
import { fromScaled, sumOf } from '../../model/money.ts'
import type { AnyRecord, Resource } from '../../model/resource.ts'
import { aggregateRows } from '../counts/aggregate.ts'
import { lastNumber } from '../counts/series.ts'
import { sumsBy, talliedSums } from '../counts/tallies.ts'
import type { Connection, Query } from '../engine.ts'
import { recordWith, systemsOf } from '../external-ids.ts'
import { attachLines } from '../lines.ts'
import { among, columnAt, composed, noIndex, type Part, part, partsOf, sortOperand } from '../lists/conditions.ts'
import { withFigures } from '../lists/figures.ts'
import { listRows } from '../lists/list.ts'
import type { Listing } from '../lists/listing.ts'
import type { TotalCache } from '../lists/total-cache.ts'
import { idsInUse, referrersOf } from '../referrers.ts'
import type { Schema } from '../schema.ts'
import { lookUp } from '../search/look-up.ts'
import { columnOf, decodeRow, encodeValue, REMOVED_COLUMN, type Table } from '../table.ts'
import { similarRows } from './similar.ts'
import type { UntypedReads } from './untyped.ts'

/** The filters that leave the rows which the user of the scope sees. */
export const scopeOf = (resource: Resource, scope: RequestScope, isOwn = scope.ownOnly(resource)): Part[] => [
  ...(isOwn ? [ownPart(resource, scope)] : []),
  ...(resource.retained ? [part('present', [], () => sql`${sql.ref(REMOVED_COLUMN)} is null`)] : []),
]

/** The user's own records, and those that others share. */
function ownPart({ personal }: Resource, { userId }: RequestScope): Part {
  const own = sql.ref('createdBy')
  if (typeof personal !== 'string') return part('own', [userId], ([user]) => sql`${own} = ${user}`)
  const shared = encodeValue('flag', true)
  return part(
    'own or shared',
    [userId, shared],
    ([user, yes]) => sql`(${own} = ${user} or ${sql.ref(personal)} = ${yes})`,
  )
}

/** Whether only the user's own records may be named, counted or found by the search. */
export const namesOwnOnly = (resource: Resource, scope: RequestScope): boolean =>
  scope.namesOwnOnly ? scope.namesOwnOnly(resource) : scope.ownOnly(resource)

/** A list of the user's own records is one more filter, so that an index serves it like any other. */
export function visibleList(
  resource: Resource,
  query: ListQuery,
  scope: RequestScope,
): Pick<Listing, 'query' | 'scope'> {
  const isOwn = scope.ownOnly(resource)
  if (!isOwn || resource.personal || scope.userId === null)
    return { query, scope: { parts: scopeOf(resource, scope), isWhole: !isOwn } }
  const conditions = [...query.conditions, equals('createdBy', scope.userId)]
  return { query: { ...query, conditions }, scope: { parts: scopeOf(resource, scope, false), isWhole: true } }
}

export const isVisible = (resource: Resource, { ownOnly, userId }: RequestScope, record: AnyRecord): boolean =>
  !ownOnly(resource) ||
  record.createdBy === userId ||
  (typeof resource.personal === 'string' && record[resource.personal] === true)

export function notFound(resource: Resource, id: string): never {
  throw new Problem('NOT_FOUND', { text: msg`There is no ${recordName(resource)} "${id.slice(0, 64)}".` })
}

/** What the reads of one request have in common. */
export interface ReadContext {
  readonly schema: Schema
  readonly connection: Connection
  readonly scope: RequestScope
  readonly known?: TotalCache
}

const tableOf = ({ tables }: Schema, { name }: Resource): Table => tables.get(name)!

/** The only place that turns a resource into SQL for reading. */
export const readsOver = (schema: Schema, connection: Connection, scope: RequestScope): Reads =>
  untypedReads({ schema, connection, scope }) as Reads

export const untypedReads = (context: ReadContext): UntypedReads => ({
  ...singleReads(context),
  ...referenceReads(context),
  ...listReads(context),
  ...figureReads(context),
  unscoped: () => untypedReads({ ...context, scope: { ...context.scope, ownOnly: () => false } }),
})

export async function readRecord(context: ReadContext, resource: Resource, id: string): Promise<AnyRecord> {
  const { schema } = context
  const table = tableOf(schema, resource)
  return (await one(context, table, schema.statements.get(table, id))) ?? notFound(resource, id)
}

async function one({ schema, connection, scope }: ReadContext, table: Table, select: Query) {
  const [row] = await connection.query(select)
  if (!row) return undefined
  const record = decodeRow(table.columns, row)
  if (!isVisible(table.resource, scope, record)) return undefined
  if (table.lines.length > 0) await attachLines(schema, connection, table, [record])
  return record
}

function singleReads(context: ReadContext): Pick<UntypedReads, 'get' | 'find'> {
  const { schema, connection, scope } = context
  const { engine, statements } = schema

  async function withExternalId(table: Table, path: string, value: string) {
    const id = await recordWith(engine, connection, table, path, value)
    return id === undefined ? undefined : one(context, table, statements.get(table, id))
  }

  return {
    get: (resource, id) => readRecord(context, resource, id),
    find(resource, where) {
      const table = tableOf(schema, resource)
      if (typeof where.id === 'string' && Object.keys(where).length === 1)
        return one(context, table, statements.get(table, where.id))
      const [path = ''] = Object.keys(where)
      if (systemIn(path) !== undefined) return withExternalId(table, path, where[path] as string)
      const conditions = Object.entries(where).map(([path, value]) => equals(path, value as Comparable))
      const exact = partsOf(engine, table, { conditions, words: [] })
      const query = composed(engine, `first of ${table.name}`, [...exact, ...scopeOf(resource, scope)], [], (where) =>
        engine.builder
          .selectFrom(table.name)
          .select(table.columns.map(({ name }) => name))
          .where(where)
          .orderBy('id')
          .limit(1),
      )
      return one(context, table, { ...query, table: table.name })
    },
  }
}

/** Records by the values of one field, most often ids. */
function referenceReads({ schema, connection, scope }: ReadContext) {
  const { engine, tables } = schema

  const heads: UntypedReads['heads'] = async (resource, field, values, where = {}) => {
    if (values.length === 0) return []
    const table = tableOf(schema, resource)
    const conditions = Object.entries(where).map(([path, value]) => equals(path, value as Comparable))
    const exact = partsOf(engine, table, { conditions, words: [] }, () => noIndex(engine))
    const parts = [oneOf(schema, table, field, values), ...exact, ...scopeOf(resource, scope)]
    const select = composed(engine, `all of ${table.name}`, parts, [], (where) =>
      engine.builder
        .selectFrom(table.name)
        .select(table.columns.map(({ name }) => name))
        .where(where)
        .orderBy('id'),
    )
    return (await connection.query({ ...select, table: table.name })).map((row) => decodeRow(table.columns, row))
  }

  const related: UntypedReads['related'] = async (resource, field, values) => {
    const records = await heads(resource, field, values)
    await attachLines(schema, connection, tableOf(schema, resource), records)
    return records
  }

  const getMany: UntypedReads['getMany'] = async (resource, ids) =>
    new Map((await related(resource, 'id', ids)).map((record) => [record.id as string, record]))

  const missing: UntypedReads['missing'] = async (name, ids) => {
    const { resource } = tables.get(name)!
    const parts = [
      oneOf(schema, tables.get(name)!, 'id', ids),
      ...scopeOf(resource, scope, namesOwnOnly(resource, scope)),
    ]
    const select = composed(engine, `ids of ${name}`, parts, [], (where) =>
      engine.builder.selectFrom(name).select('id').where(where),
    )
    const found = new Set((await connection.query(select)).map(([id]) => id))
    return new Set(ids.filter((id) => !found.has(id)))
  }

  const referrers: UntypedReads['referrers'] = (resource, id) => referrersOf(engine, connection, tables, resource, id)

  const systems: UntypedReads['systems'] = ({ name }) => systemsOf(engine, connection, name)

  const inUse: UntypedReads['inUse'] = (resource, ids) => idsInUse(engine, connection, tables, resource, ids)
  const lastNumberOf: UntypedReads['lastNumber'] = (series) => lastNumber(engine, connection, series)
  const similar: UntypedReads['similar'] = (resource, values, limit) =>
    similarRows(schema, connection, resource, values, scopeOf(resource, scope), limit)
  return { heads, related, getMany, missing, referrers, inUse, systems, similar, lastNumber: lastNumberOf }
}

function listReads({
  schema,
  connection,
  scope,
  known,
}: ReadContext): Pick<UntypedReads, 'list' | 'beyond' | 'lookUp'> {
  const { engine, tables, lexicon, searches } = schema
  return {
    async beyond(resource, where, field, after, limit) {
      const table = tableOf(schema, resource)
      const conditions = Object.entries(where).map(([path, value]) => equals(path, value as Comparable))
      const range = { path: field, operator: 'gt' as const, values: [after] }
      const parts = [
        ...partsOf(engine, table, { conditions: [...conditions, range], words: [] }),
        ...scopeOf(resource, scope),
      ]
      const select = composed(engine, `beyond ${field} of ${table.name}`, parts, [limit], (where, [limit]) =>
        engine.builder
          .selectFrom(table.name)
          .select(table.columns.map(({ name }) => name))
          .where(where)
          .orderBy(columnOf(field))
          .limit(limit!),
      )
      const records = (await connection.query({ ...select, table: table.name })).map((row) =>
        decodeRow(table.columns, row),
      )
      await attachLines(schema, connection, table, records)
      return records
    },
    async list(resource, query) {
      const table = tableOf(schema, resource)
      const listing: Listing = { engine, connection, table, ...visibleList(resource, query, scope) }
      const computed = query.figures && withFigures(listing, query.figures, tables, (other) => scopeOf(other, scope))
      const page = await listRows(computed ?? listing, known)
      await attachLines(schema, connection, table, page.records)
      return page
    },
    lookUp(wanted, work) {
      const visibilityOf = (resource: Resource) => {
        const isOwn = namesOwnOnly(resource, scope)
        return { parts: scopeOf(resource, scope, isOwn), isWhole: !isOwn }
      }
      return searches.run(async () => work(await lookUp({ engine, lexicon, tables }, connection, wanted, visibilityOf)))
    },
  }
}

function figureReads(context: ReadContext): Pick<UntypedReads, 'sums' | 'totals' | 'aggregate'> {
  const { schema, connection, scope } = context
  const { engine } = schema
  const totals: UntypedReads['totals'] = async (resource, field, by, values, conditions) => {
    const table = tableOf(schema, resource)
    const filters = partsOf(engine, table, { conditions, words: [] }, () => noIndex(engine))
    const parts = [oneOf(schema, table, by, values), ...filters, ...scopeOf(resource, scope)]
    const select = composed(engine, `totals of ${table.name} ${field} by ${by}`, parts, [], (where) =>
      engine.builder
        .selectFrom(table.name)
        .select(({ fn }) => [columnOf(by), fn.sum(columnOf(field)).as('total')])
        .where(where)
        .groupBy(columnOf(by)),
    )
    const rows = await connection.query({ ...select, table: table.name })
    return new Map(rows.map(([value, total]) => [value as string, fromScaled(Number(total))]))
  }
  return {
    totals,
    async sums(target, field, ids, conditions) {
      const amounts = new Map<string, number>()
      if (ids.length === 0) return amounts
      const all = sumsBy(schema.tables, target.name).filter((sum) => sum.field === field)
      const found = all.map(async (sum) => {
        const { table, by } = sum
        const sums = conditions
          ? await totals(table.resource, field, by, ids, conditions)
          : await talliedSums(engine, connection, table, sum, ids)
        return [...sums].map(([id, amount]) => [id, sum.sign * amount] as const)
      })
      for (const [id, amount] of (await Promise.all(found)).flat())
        if (amount !== 0) amounts.set(id, sumOf([amounts.get(id) ?? 0, amount]))
      return amounts
    },
    aggregate: (resource, aggregation) =>
      aggregateRows(
        engine,
        connection,
        tableOf(schema, resource),
        aggregation,
        scopeOf(resource, scope, namesOwnOnly(resource, scope)),
      ),
  }
}

function oneOf({ engine }: Schema, table: Table, path: string, values: readonly string[]): Part {
  const { name, encode } = sortOperand(columnAt(table, path))
  return among(engine, name, sql.ref(name), values.map(encode))
}
