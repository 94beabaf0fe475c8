import { Problem } from '../core/problem.ts'
import type { Frame, Records } from '../core/store.ts'
import type { AnyRecord, Resource } from '../model/resource.ts'
import type { EpochBook } from './counts/epoch.ts'
import type { NumberBook } from './counts/number-book.ts'
import type { TallyBook } from './counts/tally-book.ts'
import type { Connection, Engine, Query } from './engine.ts'
import { createId } from './ids.ts'
import { KnownRecords } from './known/known-records.ts'
import { attachLines, removeLines, withLineIds, writeLines } from './lines.ts'
import { isSeen, notFound, readsOver } from './reads.ts'
import type { Schema } from './schema.ts'
import type { IndexBook } from './search/index-book.ts'
import { decodeRow, encodeRow, type Table } from './table.ts'

/** What one transaction gathers beside its records, to be written at its end. */
export interface Books {
  readonly tallies: TallyBook
  readonly index: IndexBook
  readonly epoch: EpochBook
  readonly numbers: NumberBook
}

/** Reading and writing inside one transaction. */
export function recordsOver(schema: Schema, connection: Connection, frame: Frame, books: Books): Records {
  const { engine, tables, statements } = schema
  const { builder } = engine
  const { tallies } = books
  const counting: Connection = {
    query: (query) => connection.query(query),
    memory: connection.memory,
    unwritten: (resource, key) => tallies.unwritten(resource, key),
  }
  const reads = readsOver(schema, counting, frame)
  const known = new KnownRecords({ reads, tables, frame, memory: connection.memory })
  const tableFor = (resource: Resource) => tables.get(resource.name)!
  const note = (table: Table, before: AnyRecord | undefined, after: AnyRecord | undefined) => {
    known.note(table.resource, before, after)
    tallies.note(table, before, after)
    books.index.note(table, before, after)
    if (before && table.resource.guardsAccess) books.epoch.touch()
  }

  const knowing = {
    get: (resource: Resource, id: string) => known.get(resource, id),
    getMany: (resource: Resource, ids: readonly string[]) => known.getMany(resource, ids),
    heads: (resource: Resource, field: string, ids: readonly string[], where?: AnyRecord) =>
      known.heads(resource, field, ids, where),
    missing: (name: string, ids: readonly string[]) => known.missing(name, ids),
  }

  const writes = {
    lock: (resource: Resource, id: string) =>
      known.lock(resource, id, async () => {
        const table = tableFor(resource)
        const [row] = await connection.query({ ...statements.lock(table), parameters: [id] })
        const record = row && decodeRow(table.columns, row)
        if (!record || !isSeen(resource, frame, record)) return notFound(resource, id)
        if (frame.ownOnly(resource) && record.createdBy !== frame.userId) throw notYours(resource)
        await attachLines(engine, connection, table, [record])
        return record
      }),
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
      const row = rowOf(table, record)
      await connection.query(updateOf(engine, table, rowOf(table, before), row))
      await writeLines(engine, connection, table, before, record)
      note(table, before, record)
      known.learn(resource, () => decodeRow(table.columns, row))
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
      const ids = await connection.query(expired.compile())
      for (const [id] of ids) known.forget(resource, id)
      return ids.length
    },
    nextNumber: (series: string) => books.numbers.next(series),
    async settle() {
      await tallies.settle()
      await books.index.settle()
    },
    note: () => {
      throw new Error('Nobody keeps an audit log here.')
    },
    claim(name: string) {
      known.doubt()
      return engine.claim(connection, name)
    },
  }
  return { ...reads, ...knowing, ...writes } as unknown as Records
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
  return shapes.fill(`update ${table.name} ${names}`, [...values, id], (hole) =>
    builder
      .updateTable(table.name)
      .set(Object.fromEntries(names.map((name, index) => [name, hole(index)])))
      .where('id', '=', hole(names.length)),
  )
}

const notYours = ({ singular }: Resource) =>
  new Problem('FORBIDDEN', { message: `This ${singular} belongs to somebody else: you see it, but cannot change it.` })
