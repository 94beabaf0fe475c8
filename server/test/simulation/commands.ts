import type { Context } from '../../src/core/action.ts'
import type { Command, Reply } from '../../src/core/command.ts'
import { Problem } from '../../src/core/problem.ts'
import { isOutage, OutcomeUnknown, type WriteConnection } from '../../src/db/engine.ts'
import { refusalOf } from '../../src/db/sqlite/errors.ts'
import { Overloaded, RolledBack } from '../../src/db/write-queue/lane.ts'
import type { Observed } from '../../src/features/imports/import-lease.ts'
import { type Import, importRows, imports } from '../../src/features/imports/imports.resource.ts'
import { webhookWork } from '../../src/features/webhooks/webhook-work.ts'
import { webhookStates } from '../../src/features/webhooks/webhooks.resource.ts'
import type { AnyRecord } from '../../src/model/resource.ts'
import { queries, recordIn, writingRecords } from './sim-records.ts'

/** What a client asks for: to change a record. */
export const CHANGES = 'changes'
const IMPORTED_AT_ONCE = 2

export interface WriterParts {
  write<T>(work: (connection: WriteConnection) => Promise<T>): Promise<T>
  createId(kind: string): string
  readonly splitsImportSteps: boolean
  readonly splitsCollecting: boolean
}

/** What the writer thread does with a command. The work of the dispatcher is the real code. */
export async function carryOut(parts: WriterParts, command: Command): Promise<Reply> {
  const { resource, id, input } = command
  /** Each time that the work runs it has another name: it must not be stored twice. */
  const run = () => `${id}.${parts.createId('run')}`
  const data = await told(
    resource === CHANGES
      ? parts.write((connection) => changeRecord(connection, run(), input))
      : resource === webhookStates.name
        ? dispatch(parts, command)
        : importNextRows(parts, command, run),
  )
  return { status: 200, headers: {}, body: JSON.stringify({ data }) }
}

/** Errors as `db/store.ts` tells them. */
async function told<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Problem) throw error
    if (error instanceof OutcomeUnknown) throw new Problem('OUTCOME_UNKNOWN')
    if (error instanceof RolledBack || isOutage(refusalOf(error))) throw new Problem('UNAVAILABLE')
    if (error instanceof Overloaded) throw new Problem('OVERLOADED')
    if (refusalOf(error)) throw new Problem('VALIDATION_ERROR')
    throw error
  }
}

/** Each change has an event in the feed and a receipt, in its transaction. */
async function changeRecord(connection: WriteConnection, run: string, input: AnyRecord): Promise<AnyRecord> {
  const key = input.record as string
  const [row] = await connection.query(queries.lock('records', key))
  const version = (row![1] as number) + 1
  await connection.query(queries.update('records', [key, version]))
  await tellEvent(connection, key, version, run)
  if (input.looks) await connection.query(queries.scan('events'))
  await connection.query(queries.insert('receipts', [run]))
  if (input.isRefused) throw new Problem('VALIDATION_ERROR')
  return { run }
}

async function tellEvent(connection: WriteConnection, record: string, version: number, run: string): Promise<void> {
  const [head] = await connection.query(queries.lock('heads', 'head'))
  const sequence = (head![1] as number) + 1
  await connection.query(queries.insert('events', [String(sequence), record, version, run]))
  await connection.query(queries.update('heads', ['head', sequence]))
}

/** In place of `advance`: the next rows, and how far the import has come, in one transaction. */
async function importNextRows(parts: WriterParts, command: Command, nextRun: () => string): Promise<AnyRecord> {
  const { action, id, input } = command
  if (action === 'give-up') throw new Error('An import was given up.')
  const lock = async (connection: WriteConnection) =>
    recordIn((await connection.query(queries.lock(imports.name, id)))[0]) as Pick<Import, 'processed' | 'rowCount'>
  const planned = input as unknown as Observed
  const insert = async (connection: WriteConnection) => {
    const job = await lock(connection)
    if (job.processed !== planned.processed) return { ...job, status: 'running' }
    const run = nextRun()
    const processed = Math.min(job.processed + IMPORTED_AT_ONCE, job.rowCount)
    for (let row = job.processed; row < processed; row++) {
      await connection.query(queries.insert(importRows.name, [`${row} ${run}`, row]))
      await tellEvent(connection, `row ${row}`, 1, `${run} ${row}`)
    }
    return { ...job, processed, status: processed === job.rowCount ? 'completed' : 'running' }
  }
  const note = async (connection: WriteConnection, job: AnyRecord) => {
    await connection.query(queries.update(imports.name, [id, job]))
    return { isGoingOn: job.status === 'running' }
  }
  if (!parts.splitsImportSteps) return parts.write(async (connection) => note(connection, await insert(connection)))
  const job = await parts.write(insert)
  return parts.write((connection) => note(connection, job))
}

async function dispatch(parts: WriterParts, { action: name, id, input }: Command): Promise<AnyRecord> {
  const action = webhookWork.actions.find((one) => one.name === name)!
  const perform = (given: AnyRecord) =>
    parts.write(async (connection) => {
      const ctx = { records: writingRecords(connection, () => parts.createId('delivery')) } as Context
      const { data } = (await action.run(ctx, { id, input: given } as never)) as { data: AnyRecord }
      return data
    })
  if (name !== 'collect' || !parts.splitsCollecting) return perform(input)
  await perform({ ...input, deliveries: [] })
  const { changes } = input as { changes: AnyRecord }
  return perform({ ...input, from: changes.cursor })
}
