import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { Answer, Kontor } from '../support/kontor.ts'
import { assertRefused } from '../support/records.ts'
import type { Business } from './business.ts'
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
  readonly verdict: Verdict
  /** Does in the business what the server says that it has done. */
  accept(data: Data): void
  /** What the answer must show afterwards. */
  shows?(): object
}

export async function carryOut(business: Business, kontor: Kontor, attempt: Attempt): Promise<void> {
  const { method, path, body, verdict } = attempt
  const answer = await kontor.call(method, path, body && { body })
  if (verdict) return assertRefused(answer, httpStatusOf(verdict), verdict)
  assert.equal(answer.status, SUCCESS[method], answer.text)
  const shortages = method === 'DELETE' ? undefined : watchShortages(business)
  attempt.accept(answer.body?.data)
  if (shortages) assert.deepEqual(backordersIn(answer), shortages(), answer.text)
  if (attempt.shows) assertShows(answer.body.data, attempt.shows())
}

/** Whatever sets more aside of an item than is there must say so, and say its code. */
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

/** A command of fast-check: made of arbitrary values, it becomes a request when it meets a business. */
export class Step implements fc.AsyncCommand<Business, Kontor> {
  readonly #plan: (business: Business) => Attempt | undefined
  #words = 'not tried'

  constructor(plan: (business: Business) => Attempt | undefined) {
    this.#plan = plan
  }

  check(business: Business): boolean {
    return this.#plan(business) !== undefined
  }

  async run(business: Business, kontor: Kontor): Promise<void> {
    const attempt = this.#plan(business)!
    this.#words = `\n  ${attempt.words}${attempt.verdict ? `: refused, ${attempt.verdict}` : ''}`
    business.outcomes.push(attempt.verdict ?? 'done')
    await carryOut(business, kontor, attempt)
  }

  /** Every trial has steps of its own, so that the words of the last do not cover those that are reported. */
  [fc.cloneMethod](): Step {
    return new Step(this.#plan)
  }

  toString(): string {
    return this.#words
  }
}

export const step = <T>(
  values: fc.Arbitrary<T>,
  plan: (business: Business, values: T) => Attempt | undefined,
): fc.Arbitrary<Step> => values.map((chosen) => new Step((business) => plan(business, chosen)))

/** Which record, counted from the newest. Now and then any, be it fitting or deleted. */
export interface Choice {
  readonly back: number
  readonly isWild: boolean
}

const rarely = (inverse: number) => fc.nat({ max: inverse - 1 }).map((number) => number === inverse - 1)

export const choice: fc.Arbitrary<Choice> = fc.record({ back: fc.nat({ max: 7 }), isWild: rarely(8) })
export const seldom = rarely(10)

export function choose<T extends { readonly isGone: boolean }>(
  records: readonly T[],
  { back, isWild }: Choice,
  isFitting: (record: T) => boolean = () => true,
): T | undefined {
  const fitting = records.filter((record) => isWild || (!record.isGone && isFitting(record)))
  return fitting.at(-1 - (back % (fitting.length || 1)))
}
