import { notYours } from '../../core/access.ts'
import type { Records, RequestScope } from '../../core/store.ts'
import { EXTERNAL_IDS } from '../../model/keys/external-ids.ts'
import { type AnyRecord, type Resource, valueAt } from '../../model/resource.ts'
import { canonicalJson } from '../../model/text.ts'
import type { Engine, Query, WriteConnection } from '../engine.ts'
import { writeExternalIds } from '../external-ids.ts'
import { createId } from '../ids.ts'
import { attachLines, haveSameLines, haveSameToldLines, withLineIds, writeLines } from '../lines.ts'
import type { Pending } from '../pending.ts'
import type { Schema } from '../schema.ts'
import { decodeRow, type LineTable, rowOf, stampedRow, type Table } from '../table.ts'
import { purge } from './purge.ts'
import { isVisible, notFound, untypedReads } from './reads.ts'
import { refuse } from './refuse.ts'
import type { UntypedReads, UntypedRecords } from './untyped.ts'

const NONE: ReadonlySet<string> = new Set()

/** What reading and writing inside one transaction have in common. */
interface WriteContext {
  readonly schema: Schema
  readonly connection: WriteConnection
  readonly scope: RequestScope
  readonly pending: Pending
  tableFor(resource: Resource): Table
}

/** Reading and writing inside one transaction. */
export function recordsOver(
  schema: Schema,
  connection: WriteConnection,
  scope: RequestScope,
  pending: Pending,
): Records {
  const counting = {
    query: (query: Query) => connection.query(query),
    unwritten: (resource: string, key: string) => pending.counts.unwritten(resource, key),
  }
  const reads = untypedReads({ schema, connection: counting, scope })
  const tableFor = (resource: Resource) => schema.tables.get(resource.name)!
  const context = { schema, connection, scope, pending, tableFor }
  const within = (other: RequestScope) => recordsOver(schema, connection, other, pending)
  const records: UntypedRecords = {
    ...reads,
    ...readsById(context, reads),
    ...writes(context),
    ...services(context),
    within,
    attempt: (work, isTrial) => attempt(context, work, isTrial),
  }
  return records as Records
}

/**
 * The attempt has its own pending writes, counts and numbers, which become those of the request when it has succeeded. Only
 * where each attempt is checked it is known to be the one that the database refuses.
 */
async function attempt<T>(
  { schema, connection, scope, pending }: WriteContext,
  work: (records: Records) => Promise<T>,
  isTrial = false,
): Promise<T> {
  const run = async (inner: WriteConnection) => {
    const own = pending.within(inner)
    const result = await work(recordsOver(schema, inner, scope, own))
    if (inner.isChecked && !isTrial) await inner.attempt((trial) => own.rehearse(trial), true)
    inner.whenKept(() => own.publish())
    return result
  }
  const running = connection.attempt(run, isTrial)
  return connection.isChecked ? running.catch((error) => refuse(schema.engine, error)) : running
}

/** Row by row, since a transaction keeps the rows that it has read. */
function readsById(
  { schema, connection, scope, pending, tableFor }: WriteContext,
  reads: UntypedReads,
): Pick<UntypedReads, 'getMany' | 'heads' | 'missing'> {
  async function rowsOf(table: Table, ids: readonly string[]): Promise<Map<string, AnyRecord>> {
    const unique = [...new Set(ids)].sort()
    const rows = await Promise.all(unique.map((id) => connection.query(schema.statements.get(table, id))))
    const found = rows.flatMap(([row]) => (row ? [decodeRow(table.columns, row)] : []))
    return new Map(
      found.filter((record) => isVisible(table.resource, scope, record)).map((record) => [record.id as string, record]),
    )
  }

  return {
    async getMany(resource, ids) {
      const table = tableFor(resource)
      const found = await rowsOf(table, ids)
      await attachLines(schema, connection, table, [...found.values()])
      return found
    },
    async heads(resource, field, ids, where = {}) {
      if (pending.excludeReferences(resource, ids)) return []
      if (field !== 'id') return reads.heads(resource, field, ids, where)
      const exact = Object.entries(where)
      const found = [...(await rowsOf(tableFor(resource), ids)).values()]
      return found.filter((record) => exact.every(([path, value]) => valueAt(record, path) === value))
    },
    /** Reads the whole rows, since what is named is likely to be read as well. */
    async missing(name, ids) {
      const table = schema.tables.get(name)!
      if (scope.ownOnly(table.resource) || scope.namesOwnOnly?.(table.resource)) return reads.missing(name, ids)
      const rows = await Promise.all(ids.map((id) => connection.query(schema.statements.get(table, id))))
      return rows.every(({ length }) => length > 0)
        ? NONE
        : new Set(ids.filter((_, index) => rows[index]!.length === 0))
    },
  }
}

function writes(context: WriteContext): Pick<UntypedRecords, 'lock' | 'insert' | 'update' | 'amend' | 'remove'> {
  const { schema, connection, scope, pending, tableFor } = context
  const { engine, statements } = schema
  return {
    async lock(resource, id) {
      const table = tableFor(resource)
      const [row] = await connection.query(statements.lock(table, id))
      const record = row && decodeRow(table.columns, row)
      if (!record || !isVisible(resource, scope, record)) return notFound(resource, id)
      if (scope.ownOnly(resource) && record.createdBy !== scope.userId) throw notYours(resource)
      await attachLines(schema, connection, table, [record])
      return record
    },
    async insert(resource, values) {
      const table = tableFor(resource)
      const record = newRecord(table, values, scope)
      await connection.query(statements.insert(table, record.id as string, rowOf(table, record)))
      await writeLines(schema, connection, table.lines, undefined, record)
      if (hasIds(record)) await writeExternalIds(engine, connection, table, undefined, record)
      pending.note(table, undefined, record)
      return record
    },
    async update(resource, before, changed) {
      const table = tableFor(resource)
      const { id, createdAt, createdBy, updatedAt, version } = before
      const stamps = { id, createdAt, createdBy, updatedAt, version }
      const unstamped = withLineIds(table, before, { ...before, ...changed, ...stamps }, scope.now)
      const difference = differenceBetween(table, before, unstamped)
      if (difference.isEmpty) return { ...unstamped, ...before }
      const record = { ...unstamped, ...stampsAfter(difference, before, scope.now, pending) }
      const update = updateOf(engine, table, difference.row, stampedRow(table, difference.fresh, record))
      if (update) await connection.query(update)
      await writeLines(schema, connection, difference.lines, before, record)
      if (hasIds(before) || hasIds(record)) await writeExternalIds(engine, connection, table, before, record)
      pending.note(table, before, record)
      return record
    },
    async amend(resource, before, changed) {
      const table = tableFor(resource)
      const record = { ...before, ...changed }
      const update = updateOf(engine, table, rowOf(table, before), rowOf(table, record))
      if (update) await connection.query(update)
      pending.note(table, before, record)
      return record
    },
    async remove(resource, record) {
      const table = tableFor(resource)
      const id = record.id as string
      if (resource.retained && record[resource.retained] !== null) {
        await connection.query(statements.hide(table, id, scope.now))
      } else {
        for (const lines of table.lines) await connection.query(statements.removeLines(lines, id))
        await connection.query(statements.remove(table, id))
      }
      if (hasIds(record)) await writeExternalIds(engine, connection, table, record, undefined)
      pending.note(table, record, undefined)
    },
  }
}

/** Most records are known to no other system. */
const hasIds = (record: AnyRecord): boolean => Object.keys(record[EXTERNAL_IDS] ?? {}).length > 0

function newRecord(table: Table, values: AnyRecord, { now, userId }: RequestScope): AnyRecord {
  const stamped = { createdAt: now, updatedAt: now, createdBy: userId, version: 1 }
  const empty = Object.hasOwn(table.resource.fields, EXTERNAL_IDS) ? { [EXTERNAL_IDS]: {} } : {}
  const id = createId(table.resource.idPrefix, now)
  const record = withLineIds(table, undefined, { id, ...empty, ...values, ...stamped }, now)
  if (typeof values.id === 'string') record.id = values.id
  return record
}

/** What a transaction offers beside single records. */
function services({ schema: { engine }, connection, pending, tableFor }: WriteContext) {
  const { builder, shapes } = engine
  return {
    async greatest({ name: table }, field) {
      const select = shapes.fill(`greatest ${field} of ${table}`, [], () =>
        builder.selectFrom(table).select(({ fn }) => fn.max(field).as('greatest')),
      )
      const [row] = await connection.query({ ...select, effect: 'read', table })
      return Number(row![0] ?? 0)
    },
    purge: (resource, field, before, limit) => {
      const noteRemoved = (table: Table, record: AnyRecord) => pending.note(table, record, undefined)
      return purge(builder, connection, tableFor(resource), { resource, field, before, limit }, noteRemoved)
    },
    skipTo: (series, next) => pending.numbers.skipTo(series, next),
    lastNumber: (series) => pending.numbers.last(series),
    nextNumber: (series, date) => pending.numbers.takeFor(series, date),
    atCommit: (work, item) => pending.atCommit(work, item),
    note: refuseUnaudited,
    changes: refuseUnaudited,
    rehearse: () => pending.rehearse(connection),
    async claim(name) {
      if (!engine.claim) return true // requests of the same key already run one after the other
      const [row] = await connection.query(engine.claim(name))
      return row![1] === true
    },
  } satisfies Partial<UntypedRecords>
}

function refuseUnaudited(): never {
  throw new Error('This store keeps no audit log.')
}

/** Sets only what differs: every index of a column that is named would be written anew. Undefined if nothing does. */
function updateOf(
  engine: Engine,
  table: Table,
  before: readonly unknown[],
  after: readonly unknown[],
): Query | undefined {
  const { builder, shapes } = engine
  const columns = [...table.columns, ...table.hidden]
  const id = after[columns.findIndex(({ name }) => name === 'id')]
  const changed = columns.flatMap(({ name }, index) => (before[index] === after[index] ? [] : [{ name, index }]))
  if (changed.length === 0) return undefined // a second change in one request may be one of the lines only
  const names = changed.map(({ name }) => name)
  const values = changed.map(({ index }) => after[index])
  const update = shapes.fill(`update ${table.name} ${names}`, [...values, id], (hole) =>
    builder
      .updateTable(table.name)
      .set(Object.fromEntries(names.map((name, index) => [name, hole(index)])))
      .where('id', '=', hole(names.length)),
  )
  return { ...update, effect: 'write', table: table.name, keys: [id as string], rows: [after] }
}

/** The time and the version of a record after a write. */
const stampsAfter = ({ isTold, isVersioned }: Difference, before: AnyRecord, now: string, pending: Pending) => ({
  updatedAt: isTold ? now : before.updatedAt,
  version: (before.version as number) + (isVersioned && pending.raise(before.id) ? 1 : 0),
})

/** What a write would change in a stored record. */
interface Difference {
  readonly isEmpty: boolean
  /** Whether a client could see a difference. */
  readonly isTold: boolean
  /** Whether more changes than figures that are no part of the version. */
  readonly isVersioned: boolean
  /** The stored row, and the row after the write without its stamps. */
  readonly row: readonly unknown[]
  readonly fresh: readonly unknown[]
  readonly lines: readonly LineTable[]
}

function differenceBetween(table: Table, before: AnyRecord, after: AnyRecord): Difference {
  const [row, fresh] = [rowOf(table, before), rowOf(table, after)]
  const changed = table.columns.filter(({ path, storage }, index) => {
    if (row[index] === fresh[index]) return false
    return storage !== 'json' || !isSameJson(before, after, path.join('.'))
  })
  const lines = table.lines.filter((each) => !haveSameLines(each, before, after))
  const told = changed.filter(({ field }) => !field.options.internal)
  const hasToldLines = lines.some((each) => !haveSameToldLines(each, before, after))
  return {
    isEmpty: changed.length === 0 && lines.length === 0,
    isTold: hasToldLines || told.length > 0,
    isVersioned: hasToldLines || told.some(({ field }) => !field.options.unversioned),
    row,
    fresh,
    lines,
  }
}

/** The order of names in an object has no meaning. */
const isSameJson = (before: AnyRecord, after: AnyRecord, path: string): boolean =>
  canonicalJson(valueAt(before, path)) === canonicalJson(valueAt(after, path))
