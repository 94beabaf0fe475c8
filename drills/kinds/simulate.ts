import { findFailures, replayOf } from '../../server/test/simulation/run-schedules.ts'
import { type SimulationName, simulations } from '../../server/test/simulation/simulations.ts'
import type { Drill } from '../framework/drill.ts'
import { count, type Violation } from '../framework/summary.ts'

const SCHEDULES = 1000
/** Seeds of one run do not meet those of another soon. */
const SEEDS_APART = 10_000_000
const names = Object.keys(simulations) as SimulationName[]

export const simulate: Drill = {
  name: 'simulate',
  summary: 'Runs the write path in a simulation with seeded faults; no server is started.',
  databases: ['sqlite'],
  share: 1,
  async run(context) {
    const first = (context.seed % 1000) * SEEDS_APART + 1
    const schedules = context.size ?? SCHEDULES
    const violations: Violation[] = []
    const begin = performance.now()
    let rounds = 0
    for (; context.hasTimeFor(rounds) && violations.length === 0; rounds++) {
      const job = { first: first + rounds * schedules, count: schedules }
      const failures = await findFailures(names.map((simulation) => ({ ...job, simulation })))
      for (const [index, failure] of failures.entries()) {
        if (!failure) continue
        const text = `${failure.problems.join('; ')}. Replay: ${replayOf(simulations[names[index]!], failure.seed)}`
        violations.push({ kind: 'simulated', text })
      }
      context.log(`${(rounds + 1) * schedules * names.length} schedules`)
    }
    const done = rounds * schedules * names.length
    const aSecond = Math.round(done / ((performance.now() - begin) / 1000))
    return {
      facts: [count(done, 'schedules'), count(aSecond, 'a second'), count(violations.length, 'failed')],
      violations,
    }
  },
}
