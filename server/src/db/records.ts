import { notYours } from '../core/access.ts'
import type { CommitWork, Frame, Records } from '../core/store.ts'
import { type AnyRecord, type Resource, valueAt } from '../model/resource.ts'
import type { Connection, Engine, Query, WriteConnection } from './engine.ts'
import { createId } from './ids.ts'
import { attachLines, withLineIds, writeLines } from './lines.ts'
import type { Pending } from './pending.ts'
import { isSeen, notFound, readsOver } from './reads.ts'
import type { Schema } from './schema.ts'
import { decodeRow, encodeRow, type Table } from './table.ts'

const NONE: ReadonlySet<string> = new Set()

/** Reading and writing inside one transaction. */
export function recordsOver(schema: Schema, connection: WriteConnection, frame: Frame, pending: Pending): Records {
  const { engine, tables, statements } = schema
  const counting: Connection = {
    query: (query) => connection.query(query),
    unwritten: (resource, key) => pending.counts.unwritten(resource, key),
  }
  const reads = readsOver(schema, counting, frame)
  const newcomers = new Set<unknown>()
  const changed = new Set<Resource>()
  const tableFor = (resource: Resource) => tables.get(resource.name)!
  const note = (table: Table, before: AnyRecord | undefined, after: AnyRecord | undefined) => {
    changed.add(table.resource)
    if (!before) newcomers.add(after!.id)
    pending.counts.note(table, before, after)
    pending.index.note(table, before, after)
    if (before && table.resource.guardsAccess) pending.touchAccess()
  }

  /** Row by row, since a transaction keeps the rows that it has read. */
  async function rowsOf(table: Table, ids: readonly string[]): Promise<Map<string, AnyRecord>> {
    const unique = [...new Set(ids)].sort()
    const rows = await Promise.all(unique.map((id) => connection.query(statements.get(table, id))))
    const found = rows.flatMap(([row]) => (row ? [decodeRow(table.columns, row)] : []))
    return new Map(
      found.filter((record) => isSeen(table.resource, frame, record)).map((record) => [record.id as string, record]),
    )
  }

  const byId = {
    async getMany(resource: Resource, ids: readonly string[]) {
      const table = tableFor(resource)
      const found = await rowsOf(table, ids)
      await attachLines(schema, connection, table, [...found.values()])
      return found
    },
    async heads(resource: Resource, field: string, ids: readonly string[], where: AnyRecord = {}) {
      // Nothing that was there before can point to what has only just come.
      if (!changed.has(resource) && ids.every((id) => newcomers.has(id))) return []
      if (field !== 'id') return reads.heads(resource, field as never, ids, where)
      const exact = Object.entries(where)
      const found = [...(await rowsOf(tableFor(resource), ids)).values()]
      return found.filter((record) => exact.every(([path, value]) => valueAt(record, path) === value))
    },
    /** What is named is likely to be read as well. */
    async missing(name: string, ids: readonly string[]) {
      const table = tables.get(name)!
      if (frame.ownOnly(table.resource) || frame.namesOwnOnly?.(table.resource)) return reads.missing(name, ids)
      const found = await rowsOf(table, ids)
      return found.size === new Set(ids).size ? NONE : new Set(ids.filter((id) => !found.has(id)))
    },
  }

  const writes = {
    async lock(resource: Resource, id: string) {
      const table = tableFor(resource)
      const [row] = await connection.query(statements.lock(table, id))
      const record = row && decodeRow(table.columns, row)
      if (!record || !isSeen(resource, frame, record)) return notFound(resource, id)
      if (frame.ownOnly(resource) && record.createdBy !== frame.userId) throw notYours(resource)
      await attachLines(schema, connection, table, [record])
      return record
    },
    async insert(resource: Resource, values: AnyRecord) {
      const table = tableFor(resource)
      const { now, userId } = frame
      const stamped = { createdAt: now, updatedAt: now, createdBy: userId, version: 1 }
      const record = withLineIds(table, undefined, { id: createId(resource.idPrefix, now), ...values, ...stamped }, now)
      if (typeof values.id === 'string') record.id = values.id
      await connection.query(statements.insert(table, record.id as string, rowOf(table, record)))
      await writeLines(schema, connection, table, undefined, record)
      note(table, undefined, record)
      return record
    },
    async update(resource: Resource, before: AnyRecord, changes: AnyRecord) {
      const table = tableFor(resource)
      const { id, createdAt, createdBy } = before
      const version = (before.version as number) + 1
      const after = { ...before, ...changes, id, createdAt, createdBy, updatedAt: frame.now, version }
      const record = withLineIds(table, before, after, frame.now)
      await connection.query(updateOf(engine, table, rowOf(table, before), rowOf(table, record)))
      await writeLines(schema, connection, table, before, record)
      note(table, before, record)
      return record
    },
    async remove(resource: Resource, record: AnyRecord) {
      const table = tableFor(resource)
      const id = record.id as string
      if (resource.retained && record[resource.retained] !== null) {
        await connection.query(statements.hide(table, id, frame.now))
      } else {
        for (const lines of table.lines) await connection.query(statements.removeLines(lines, id))
        await connection.query(statements.remove(table, id))
      }
      note(table, record, undefined)
    },
    async purge({ name }: Resource, field: string, before: string, limit: number) {
      const { builder } = engine
      const expired = builder
        .selectFrom(name)
        .select('id')
        .where(field, '<', before)
        .orderBy(field, (order) => order.asc().nullsFirst()) // the order of the index: nothing is sorted
        .limit(limit)
      return (await connection.query(builder.deleteFrom(name).where('id', 'in', expired).returning('id').compile()))
        .length
    },
    nextNumber: (series: string) => pending.numbers.take(series),
    atCommit: <T>(work: CommitWork<T>, item: T) => pending.atCommit(work, item),
    note: () => {
      throw new Error('Nobody keeps an audit log here.')
    },
    async claim(name: string) {
      if (!engine.claim) return true // requests of the same key already run one after the other
      const [row] = await connection.query(engine.claim(name))
      return row![1] === true
    },
  }
  return { ...reads, ...byId, ...writes } as unknown as Records
}

const rowOf = ({ columns, hidden }: Table, record: AnyRecord): unknown[] => [
  ...encodeRow(columns, record),
  ...hidden.map(({ textOf }) => textOf(record)),
]

/** Sets only what differs: every index of a column that is named would be written anew. */
function updateOf(engine: Engine, table: Table, before: readonly unknown[], after: readonly unknown[]): Query {
  const { builder, shapes } = engine
  const columns = [...table.columns, ...table.hidden]
  const id = after[columns.findIndex(({ name }) => name === 'id')]
  const changed = columns.flatMap(({ name }, index) => (before[index] === after[index] ? [] : [{ name, index }]))
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
