import assert from 'node:assert/strict'
import type { Answer, Kontor } from '../support/kontor.ts'
import { assertRefused } from '../support/records.ts'
import type { Business, Kept } from './business.ts'
import { reserved, stock } from './sums.ts'
import { httpStatusOf, type Verdict } from './verdict.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers have every shape.
type Data = any

const SUCCESS = { POST: 201, PUT: 200, DELETE: 204 }

/** One request, and what must come of it. */
export interface Attempt {
  /** For people: `order 1 becomes submitted`. */
  readonly words: string
  readonly method: keyof typeof SUCCESS
  readonly path: string
  readonly body?: object
  /** Where it is not the usual one. */
  readonly status?: number
  readonly verdict: Verdict
  /** Does in the business what the server says that it has done. */
  accept(data: Data): void
  /** What the answer must show afterwards. */
  shows?(): object
}

export const deletionOf = (record: Kept, resource: string, verdict: Verdict): Attempt => ({
  words: `${record.label} is deleted`,
  method: 'DELETE',
  path: `/${resource}/${record.id}`,
  verdict,
  accept: () => Object.assign(record, { isGone: true }),
})

export async function carryOut(business: Business, kontor: Kontor, attempt: Attempt): Promise<void> {
  const { method, path, body, verdict } = attempt
  const answer = await kontor.call(method, path, body && { body })
  if (verdict) return assertRefused(answer, httpStatusOf(verdict), verdict)
  assert.equal(answer.status, attempt.status ?? SUCCESS[method], answer.text)
  if (method === 'DELETE') return attempt.accept(undefined)
  const shortages = watchShortages(business)
  attempt.accept(answer.body.data)
  assert.deepEqual(backordersIn(answer), shortages(), answer.text)
  if (attempt.shows) assertShows(answer.body.data, attempt.shows())
}

/** Whatever sets more aside of an item than is there must say so, and name it by its code. */
function watchShortages(business: Business): () => string[] {
  const before = new Map(business.items.map((item) => [item, reserved(business, item)]))
  return () =>
    business.items
      .filter((item) => reserved(business, item) > (before.get(item) ?? 0n))
      .filter((item) => reserved(business, item) > stock(business, item))
      .map(({ code }) => code)
      .sort()
}

const backordersIn = ({ body }: Answer): string[] =>
  (body.meta?.warnings ?? [])
    .filter(({ code }: Data) => code === 'BACKORDER')
    .map(({ message }: Data) => message.split(' ')[0])
    .sort()

/** Compares all that the business knows of a record; the server may show more. */
export function assertShows(data: Data, expected: object): void {
  assert.deepEqual(alike(data, expected), expected)
}

/** The part of what the server shows that the business knows about. */
function alike(actual: Data, expected: Data): Data {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    return actual.map((entry, index) => (index in expected ? alike(entry, expected[index]) : entry))
  }
  if (typeof expected !== 'object' || expected === null || !actual) return actual
  return Object.fromEntries(
    Object.keys(expected).map((name) =>
      name === 'allowedTransitions' ? [name, waysOut(actual[name])] : [name, alike(actual[name], expected[name])],
    ),
  )
}

const waysOut = (transitions: Data[]) =>
  Object.fromEntries(
    transitions.map(({ status, allowed, blockers }) => [status, allowed ? 'allowed' : blockers[0].code]),
  )
