import { auditChains } from '../../src/core/audit/audit-log.resource.ts'
import { chainId } from '../../src/core/audit/audited-store.ts'
import { Problem } from '../../src/core/problem.ts'
import type { Reads, Records } from '../../src/core/store.ts'
import type { Connection, WriteConnection } from '../../src/db/engine.ts'
import { webhookDeliveries } from '../../src/features/webhooks/webhook-deliveries.resource.ts'
import type { AnyRecord, Resource } from '../../src/model/resource.ts'
import { Queries } from '../write-queue/business/queries.ts'

export const queries = new Queries(false)

/** Records that are stored as they are: a row is an id and an object. */
export const recordIn = (row: readonly unknown[] | undefined): AnyRecord | undefined =>
  row?.[1] as AnyRecord | undefined

/** As much of `Records` as the work of the dispatcher needs, on the connection of a request. */
export const writingRecords = (connection: WriteConnection, createId: () => string): Records =>
  ({
    async lock({ name }: Resource, id: string) {
      const record = recordIn((await connection.query(queries.lock(name, id)))[0])
      if (!record) throw new Problem('NOT_FOUND')
      return record
    },
    async insert({ name }: Resource, values: AnyRecord) {
      const record: AnyRecord = { ...values, id: createId(), createdAt: values.nextAttemptAt }
      await connection.query(queries.insert(name, [record.id, record]))
      return record
    },
    async update({ name }: Resource, before: AnyRecord, changes: AnyRecord) {
      const record = { ...before, ...changes }
      await connection.query(queries.update(name, [record.id, record]))
      return record
    },
  }) as unknown as Records

/** As much of `Reads` as imports and the dispatcher need. */
export function reads({ query }: Connection, now: string): Reads {
  const all = async (table: string) => (await query(queries.scan(table))).map((row) => recordIn(row)!)
  return {
    async find({ name }: Resource, { id }: AnyRecord) {
      return recordIn((await query(queries.get(name, id as string)))[0])
    },
    async list({ name }: Resource) {
      const records = await all(name)
      if (name !== webhookDeliveries.name) return { records }
      const dueAt = ({ nextAttemptAt }: AnyRecord) => nextAttemptAt as string | null
      const due = records.filter((record) => dueAt(record) !== null && dueAt(record)! <= now)
      const orderOf = (record: AnyRecord) => `${dueAt(record)} ${record.id}`
      return { records: due.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1)) }
    },
    async getMany({ name }: Resource, ids: readonly string[]) {
      if (name !== auditChains.name) return new Map((await all(name)).map((record) => [record.id, record]))
      const [head] = await query(queries.get('heads', 'head'))
      return new Map(ids.filter((id) => id === chainId(0)).map((id) => [id, { sequence: head![1] }]))
    },
  } as unknown as Reads
}
