import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { type Lane, runLane } from './lane.ts'
import { REFUSALS } from './verdict.ts'

/** How much is tried where, on how many threads. */
const EFFORTS: { readonly [database: string]: Omit<Lane, 'database' | 'seed'> & { lanes: number; least: number } } = {
  SQLite: { lanes: 2, companies: 100, least: 50 },
  PostgreSQL: { lanes: 2, companies: 35, least: 50 },
}
const SEED = 20_261_115

onEveryDatabase('Whatever happens in a company', ({ name: database }) => {
  test('the server does what the model of the product says', async (context) => {
    const { lanes, companies, least } = EFFORTS[database]!
    const seeds = Array.from({ length: lanes }, (_, lane) => SEED + lane)
    const ends = await Promise.allSettled(seeds.map((seed) => runLane({ database, seed, companies })))
    const outcomes = ends.flatMap((end) => {
      if (end.status === 'rejected') throw end.reason
      return [...end.value]
    })
    const counts = Map.groupBy(outcomes, ([outcome]) => outcome)
    const totals = [...counts].map(([outcome, shares]) => [outcome, shares.reduce((sum, [, count]) => sum + count, 0)])
    context.diagnostic(totals.map((words) => words.join(' ')).join(', '))
    const tried = totals.reduce((sum, [, count]) => sum + Number(count), 0)
    assert.ok(tried >= least, `only ${tried} steps were tried`)
    assert.deepEqual(
      REFUSALS.filter((refusal) => !counts.has(refusal)),
      [],
      'some refusals never came up',
    )
  })
})
