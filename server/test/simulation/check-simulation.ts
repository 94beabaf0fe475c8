import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type Failure, findFailure, findFailures, replayOf } from './run-schedules.ts'
import { type SimulationName, simulations } from './simulations.ts'

/** A planted bug that needs more schedules than this is one that the simulation would miss in daily use. */
const SCHEDULES_FOR_A_BUG = 4000
/** Runs one schedule only, and prints what happens in it. */
const ONLY_SEED = process.env.KONTOR_SIMULATION_SEED

/** The tests of a simulation: schedules with faults, the same result for the same seed, and planted bugs. */
export function checkSimulation(name: SimulationName, subject: string, schedules: { fast: number; full: number }) {
  const simulation = simulations[name]
  const count = process.env.KONTOR_TEST_FULL ? schedules.full : schedules.fast
  if (ONLY_SEED === undefined) {
    checkSchedules(name, subject, count)
    findPlantedBugs(name, subject)
    return
  }
  test(`${subject} keeps its promises in the schedule of seed ${ONLY_SEED}`, async () => {
    const [failure] = await findFailures([{ simulation: name, first: Number(ONLY_SEED), count: 1, traces: true }])
    assert.deepEqual(failure?.problems ?? [], [], simulation.file)
  })
}

function checkSchedules(name: SimulationName, subject: string, count: number): void {
  const simulation = simulations[name]
  describe(`${subject}, simulated`, () => {
    test(`keeps its promises in ${count} schedules with faults`, async (context) => {
      const started = performance.now()
      const [failure] = await findFailures([{ simulation: name, first: 1, count }])
      if (failure)
        assert.fail(
          `Seed ${failure.seed} fails: ${failure.problems.join('; ')}. Replay: ${replayOf(simulation, failure.seed)}`,
        )
      context.diagnostic(`${Math.round((count / (performance.now() - started)) * 1000)} schedules a second`)
    })

    test('a schedule is the same whenever it is run with the same seed', async () => {
      const traceOf = async (seed: number) => {
        const lines: string[] = []
        await findFailure(simulation, { first: seed, count: 1 }, (text) => lines.push(text))
        return lines
      }
      for (let seed = 1; seed <= 20; seed++) {
        const lines = await traceOf(seed)
        assert.ok(lines.length > 5)
        assert.deepEqual(await traceOf(seed), lines)
      }
    })
  })
}

function findPlantedBugs(name: SimulationName, subject: string): void {
  const titles = Object.keys(simulations[name].bugs)
  describe(`The simulation: ${subject}`, () => {
    let failures: (Failure | undefined)[] = []
    before(async () => {
      const job = { simulation: name, first: 1, count: SCHEDULES_FOR_A_BUG }
      failures = await findFailures(titles.map((bugTitle) => ({ ...job, bugTitle })))
    })

    for (const [index, title] of titles.entries())
      test(`finds a planted bug: ${title}`, (context) => {
        const failure = failures[index]
        assert.ok(failure, `not found in ${SCHEDULES_FOR_A_BUG} schedules`)
        context.diagnostic(`seed ${failure.seed}: ${failure.problems[0]}`)
      })
  })
}
