import { availableParallelism } from 'node:os'
import { findFailures, replayOf } from '../../server/test/simulation/run-schedules.ts'
import { type SimulationName, simulations } from '../../server/test/simulation/simulations.ts'
import type { Drill } from '../framework/drill.ts'
import { count, type Violation } from '../framework/summary.ts'

/** Of one thread and one simulation in a round: to start a thread takes as long as some hundred. */
const SCHEDULES = 5000
const THREADS = availableParallelism()
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
    const inRound = THREADS * names.length * schedules
    const violations: Violation[] = []
    const begin = performance.now()
    let rounds = 0
    for (; context.hasTimeFor(rounds) && violations.length === 0; rounds++) {
      const begins = Array.from({ length: THREADS }, (_, thread) => first + (rounds * THREADS + thread) * schedules)
      violations.push(...(await Promise.all(begins.map((seed) => violationsFrom(seed, schedules)))).flat())
      context.log(`${(rounds + 1) * inRound} schedules`)
    }
    const done = rounds * inRound
    const aSecond = Math.round(done / ((performance.now() - begin) / 1000))
    return {
      facts: [count(done, 'schedules'), count(aSecond, 'a second'), count(violations.length, 'failed')],
      violations,
    }
  },
}

/** Runs the schedules of so many seeds in both simulations, in one thread. */
async function violationsFrom(first: number, schedules: number): Promise<Violation[]> {
  const failures = await findFailures(names.map((simulation) => ({ simulation, first, count: schedules })))
  return failures.flatMap((failure, index) => {
    if (!failure) return []
    const text = `${failure.problems.join('; ')}. Replay: ${replayOf(simulations[names[index]!], failure.seed)}`
    return [{ kind: 'simulated', text }]
  })
}
