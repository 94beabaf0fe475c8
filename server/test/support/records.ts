import assert from 'node:assert/strict'
import type { Answer, Kontor } from './kontor.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape.
type AnyRecord = any

let codes = 0

/** A code that no other item of this process has. */
export const newCode = () => `CODE-${++codes}`

/** The smallest body of an item, and whatever else is to be in it. */
export const itemBody = (more: object = {}) => ({ itemCode: newCode(), itemName: 'Anvil', ...more })

export const customerBody = (more: object = {}) => ({ name: 'Acme', ...more })

export async function create(kontor: Kontor, path: string, body: object): Promise<AnyRecord> {
  const answer = await kontor.post(path, body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}

export const createItem = (kontor: Kontor, more?: object) => create(kontor, '/items', itemBody(more))
export const createCustomer = (kontor: Kontor, more?: object) => create(kontor, '/customers', customerBody(more))

export async function read(kontor: Kontor, path: string): Promise<AnyRecord> {
  const answer = await kontor.get(path)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}

/** How many rows the table really has: neither a kept total nor a filter stands between. */
export async function rowsIn(kontor: Kontor, table: string): Promise<number> {
  const select = kontor.engine.builder.selectFrom(table).select(({ fn }) => fn.countAll().as('count'))
  const [row] = await kontor.engine.reader.query(select.compile())
  return Number(row![0])
}

/** Fails if the work leaves the table with more or fewer rows than before. */
export async function leavingAsItWas<T>(kontor: Kontor, table: string, work: () => Promise<T>): Promise<T> {
  const before = await rowsIn(kontor, table)
  const result = await work()
  assert.equal(await rowsIn(kontor, table), before, `the number of ${table} has changed`)
  return result
}

/** Fails unless the answer is a refusal in the envelope of the contract. */
export function assertRefused({ status, headers, body, text }: Answer, expectedStatus: number, code: string): void {
  assert.equal(status, expectedStatus, text)
  assert.match(headers['content-type']!, /^application\/json/)
  assert.deepEqual(Object.keys(body), ['success', 'error'])
  assert.equal(body.success, false)
  assert.deepEqual(Object.keys(body.error).sort(), ['code', 'details', 'message', 'requestId'])
  assert.equal(body.error.code, code)
  assert.match(body.error.message, /^\S.*\.$/s)
  assert.equal(body.error.requestId, headers['x-request-id'])
  for (const detail of body.error.details) {
    const { code: _code, existingId: _existing, ...told } = detail
    assert.deepEqual(Object.keys(told), ['field', 'message'])
    assert.equal(typeof detail.field, 'string')
    assert.match(detail.message, /\S/)
  }
}

/** Fails unless exactly these fields are refused, in whatever order; returns what is said of each. */
export function assertInvalid(answer: Answer, ...fields: string[]): Readonly<Record<string, string>> {
  assertRefused(answer, 422, 'VALIDATION_ERROR')
  const details: { field: string; message: string }[] = answer.body.error.details
  assert.deepEqual(details.map(({ field }) => field).sort(), [...fields].sort(), answer.text)
  return Object.fromEntries(details.map(({ field, message }) => [field, message]))
}

export const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
