import fc from 'fast-check'
import type { Kontor } from '../support/kontor.ts'
import { type Attempt, carryOut } from './attempt.ts'
import type { Business, Kept } from './business.ts'

type Plan = (business: Business) => Attempt | undefined

/** A command of fast-check: made of arbitrary values, it becomes a request when it meets a business. */
class Step implements fc.AsyncCommand<Business, Kontor> {
  readonly #plan: Plan
  #words = 'not tried'

  constructor(plan: Plan) {
    this.#plan = plan
  }

  check(business: Business): boolean {
    return this.#plan(business) !== undefined
  }

  async run(business: Business, kontor: Kontor): Promise<void> {
    const attempt = this.#plan(business)!
    this.#words = `\n  ${attempt.words}${attempt.verdict ? `: to be refused, ${attempt.verdict}` : ''}`
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

/** Which record, counted from the newest. Now and then any, be it unfit or deleted. */
export interface Choice {
  readonly back: number
  readonly isWild: boolean
}

const onceIn = (times: number) => fc.nat({ max: times - 1 }).map((number) => number === times - 1)

/** Mostly the newest, so that a record lives through much. */
const back = fc.constantFrom(0, 0, 0, 0, 1, 1, 2, 3, 5)
export const choice: fc.Arbitrary<Choice> = fc.record({ back, isWild: onceIn(8) })
export const seldom = onceIn(10)

/** The entry at an index that may be too large. */
export const wrapped = <T>(entries: readonly T[], index: number): T => entries[index % entries.length]!

export function choose<T extends Kept>(
  records: readonly T[],
  { back, isWild }: Choice,
  isFit: (record: T) => boolean = () => true,
): T | undefined {
  const fitting = records.filter((record) => isWild || (!record.isGone && isFit(record)))
  return fitting.at(-1 - (back % (fitting.length || 1)))
}
