import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { amountsOf, ONE, ofCents, totalOf } from './amounts.ts'
import { type Lane, runLane } from './lane.ts'
import { REFUSALS } from './verdict.ts'

interface RunSize extends Omit<Lane, 'database' | 'seed'> {
  readonly lanes: number
  /** So many steps must have been tried. */
  readonly least: number
}

const RUN_SIZES: { readonly [database: string]: RunSize } = {
  SQLite: { lanes: 2, companies: 230, least: 25_000 },
  PostgreSQL: { lanes: 2, companies: 45, least: 5_000 },
}
const SEED = 20_261_115

test('the model reckons as the product says', () => {
  const comesTo = (quantity: bigint, rate: bigint, discount: bigint) =>
    ofCents(totalOf(amountsOf(quantity, { rate, discount, taxRate: 0n })))
  assert.equal(comesTo(22_500n, 642_200n, 100n * ONE), 0)
  assert.equal(comesTo(10n * ONE, 825_000n, 15n * ONE), 701.25)
})

onEveryDatabase('Whatever happens in a company', ({ name: database }) => {
  test('the server does what the model of the product says', async (context) => {
    const { lanes, companies, least } = RUN_SIZES[database]!
    const seeds = Array.from({ length: lanes }, (_, lane) => SEED + lane)
    const ends = await Promise.allSettled(seeds.map((seed) => runLane({ database, seed, companies })))
    const outcomes = ends.flatMap((end) => {
      if (end.status === 'rejected') throw end.reason
      return end.value
    })
    const counts = Map.groupBy(outcomes, (outcome) => outcome)
    context.diagnostic([...counts].map(([outcome, { length }]) => `${outcome} ${length}`).join(', '))
    assert.ok(outcomes.length >= least, `only ${outcomes.length} steps were tried`)
    const missed = REFUSALS.filter((refusal) => !counts.has(refusal))
    assert.deepEqual(missed, [], 'some refusals never came up')
  })
})
