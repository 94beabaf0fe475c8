import assert from 'node:assert/strict'
import { tableOf } from '../../src/db/table.ts'
import { catalog } from '../../src/resources/catalog.ts'
import type { Answer, CallOptions, Kontor } from './kontor.ts'
import { assertRefused, create, createCustomer, read } from './records.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape.
export type AnyRecord = any

const TABLES = [
  ...catalog.map(tableOf).flatMap(({ name, lines }) => [name, ...lines.map((line) => line.name)]),
  'allocations',
  'series',
  'tallies',
]

/** Every row of the business, the numbers taken and the sums kept included. */
async function storedRows({ engine }: Kontor): Promise<Record<string, string[]>> {
  const stored: Record<string, string[]> = {}
  for (const table of TABLES) {
    const rows = await engine.reader.query(engine.builder.selectFrom(table).selectAll().compile())
    // Refusals are recorded in the audit log, and its entries are counted; that is no effect on the business.
    const isNote = ([resource]: readonly unknown[]) => table === 'tallies' && resource === 'audit-log'
    stored[table] = rows
      .filter((row) => !isNote(row))
      .map((row) => JSON.stringify(row))
      .sort()
  }
  return stored
}

/** Fails if the work changes anything at all that is stored. */
export async function leavingNoTrace<T>(kontor: Kontor, work: () => Promise<T>): Promise<T> {
  const before = await storedRows(kontor)
  const result = await work()
  assert.deepEqual(await storedRows(kontor), before)
  return result
}

/** Fails unless the work is refused with this code, says this, and leaves no trace; returns the refusal. */
export async function assertRefusal(
  kontor: Kontor,
  work: () => Promise<Answer>,
  code: string,
  message: RegExp,
  status = 422,
): Promise<AnyRecord> {
  const answer = await leavingNoTrace(kontor, work)
  assertRefused(answer, status, code)
  assert.match(answer.body.error.message, message)
  return answer.body.error
}

/** An invoice without an order; without a customer, of a new one. */
export async function directInvoice(
  kontor: Kontor,
  items: readonly object[],
  { customer, ...more }: { customer?: { id: string } } & AnyRecord = {},
): Promise<AnyRecord> {
  const { id } = customer ?? (await createCustomer(kontor))
  return create(kontor, '/invoices', { customer: id, items, ...more })
}

export const readInvoice = (kontor: Kontor, { id }: { id: string }): Promise<AnyRecord> =>
  read(kontor, `/invoices/${id}`)

/** Asks for another status; a refusal is an answer too. */
export const moveInvoice = (
  kontor: Kontor,
  { id }: { id: string },
  status: string,
  options?: CallOptions,
): Promise<Answer> => kontor.put(`/invoices/${id}/status`, { status }, options)

/** Takes an invoice to another status; returns it as it is then. */
export async function movedInvoice(kontor: Kontor, invoice: { id: string }, status: string): Promise<AnyRecord> {
  const answer = await moveInvoice(kontor, invoice, status)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}

/** Asks for an invoice of an order. */
export const fromOrder = (
  kontor: Kontor,
  { id }: { id: string },
  more: object = {},
  options?: CallOptions,
): Promise<Answer> => kontor.post('/invoices/from-order', { salesOrder: id, ...more }, options)

/** Adds up to the cent what floats would not. */
export const centsOf = (amounts: readonly number[]): number =>
  amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0)
