import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { brokenLanes } from './broken-lanes.ts'
import { brokenQueues } from './broken-queues.ts'
import { type Failure, findFailure, findFailures } from './simulate.ts'

const SCHEDULES = process.env.KONTOR_TEST_FULL ? 50_000 : 2000
/** A planted bug that needs more schedules than this is one that the simulation would miss in daily use. */
const SCHEDULES_FOR_A_BUG = 4000
/** Runs one schedule only, and prints what happens in it. */
const ONLY_SEED = process.env.KONTOR_SIMULATION_SEED

describe('The write queue, simulated', () => {
  if (ONLY_SEED !== undefined) {
    test(`keeps its promises in the schedule of seed ${ONLY_SEED}`, async () => {
      const [failure] = await findFailures([{ first: Number(ONLY_SEED), count: 1, traces: true }])
      assert.deepEqual(failure?.problems ?? [], [])
    })
    return
  }

  test(`keeps its promises in ${SCHEDULES} schedules with faults`, async (context) => {
    const started = performance.now()
    const [failure] = await findFailures([{ first: 1, count: SCHEDULES }])
    const again = `KONTOR_SIMULATION_SEED=${failure?.seed} npm test server/test/write-queue/simulation.test.ts`
    assert.deepEqual(failure?.problems ?? [], [], `Seed ${failure?.seed} fails. To see what happens: ${again}`)
    context.diagnostic(`${Math.round((SCHEDULES / (performance.now() - started)) * 1000)} schedules a second`)
  })

  test('a schedule is the same whenever it is run with the same seed', async () => {
    const traceOf = async (seed: number) => {
      const lines: string[] = []
      await findFailure(seed, 1, { trace: (text) => lines.push(text) })
      return lines
    }
    for (let seed = 1; seed <= 20; seed++) {
      const lines = await traceOf(seed)
      assert.ok(lines.length > 5)
      assert.deepEqual(await traceOf(seed), lines)
    }
  })
})

describe('The simulation of the write queue', { skip: ONLY_SEED !== undefined && 'one seed is asked for' }, () => {
  const titles = Object.keys({ ...brokenLanes, ...brokenQueues })
  let failures: (Failure | undefined)[] = []
  before(async () => {
    failures = await findFailures(titles.map((bugTitle) => ({ first: 1, count: SCHEDULES_FOR_A_BUG, bugTitle })))
  })

  for (const [index, title] of titles.entries())
    test(`finds a planted bug: ${title}`, (context) => {
      const failure = failures[index]
      assert.ok(failure, `not found in ${SCHEDULES_FOR_A_BUG} schedules`)
      context.diagnostic(`seed ${failure.seed}: ${failure.problems[0]}`)
    })
})
