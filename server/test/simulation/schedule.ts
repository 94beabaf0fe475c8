import { Random, Scheduler } from '../write-queue/scheduler.ts'
import { Background, fillBackground } from './background.ts'
import { backUp, change, note, RECORDS, read } from './clients.ts'
import { findProblems, isUnfinished } from './oracle.ts'
import type { WholeBug } from './planted-bug.ts'
import { Receiver } from './receiver.ts'
import { World } from './world.ts'

export interface WholeOptions {
  readonly bug?: WholeBug
  readonly trace?: (text: string) => void
}

/** Longer than the longest pause before a webhook is sent again. */
const LATER_MS = 11 * 3_600_000
const ROUNDS_MAX = 6
/** Requests arrive within so many steps. */
const ARRIVAL_STEPS = [20, 80, 200]

/** A server with writes, reads, an import, a webhook and backups, in an order and with faults that depend on the seed alone. */
export async function runWholeSchedule(seed: number, { bug, trace: log }: WholeOptions = {}): Promise<string[]> {
  const random = new Random(seed)
  const scheduler = new Scheduler(random)
  const trace = log && ((text: string) => log(`${scheduler.now}: ${text}`))
  const { random: realRandom } = Math
  Math.random = () => random.next() // the pause before a webhook is sent again
  try {
    const world = createWorld(scheduler, bug, trace)
    let passedMs = 0
    const receiver = new Receiver(world, random.chance(0.3) ? 0.3 : 0)
    const clock = () => passedMs + scheduler.now * 1000
    let background = new Background(world, receiver, clock)
    world.onStart = () => {
      background = new Background(world, receiver, clock)
    }
    arrange(world, () => background.look())
    await scheduler.run()
    if (scheduler.isEndless) return ['the schedule does not end']
    world.problems.push(...world.findUnanswered())
    world.heal()
    world.restart()
    for (let round = 0; round < ROUNDS_MAX && isUnfinished(world.file, receiver); round++) {
      passedMs += LATER_MS
      background.look()
      await scheduler.run()
    }
    world.history.checkRestart()
    return [...world.problems, ...world.findUnanswered(), ...findProblems(world.file, receiver)]
  } finally {
    Math.random = realRandom
  }
}

function createWorld(scheduler: Scheduler, bug: WholeBug | undefined, trace: World['trace']): World {
  const { random } = scheduler
  const rate = (most: number) => (random.chance(0.5) ? 0 : random.next() * most)
  const hasFaults = random.chance(0.8)
  const faults = { statement: rate(0.02), commit: rate(0.1), fsync: rate(0.3) }
  const world = new World({
    scheduler,
    bug,
    trace,
    faults: hasFaults ? faults : { statement: 0, commit: 0, fsync: 0 },
    deathRate: hasFaults ? rate(0.04) : 0,
    restartsMax: 3,
    maxBatch: 1 + random.below(4),
  })
  for (const record of RECORDS) world.file.set('records', record, [record, 0])
  world.file.set('heads', 'head', ['head', 0])
  fillBackground(world.file, random.below(5))
  world.file.fill()
  return world
}

/** What arrives when. */
function arrange(world: World, look: () => void): void {
  const { scheduler } = world
  const { random } = scheduler
  const steps = random.pick(ARRIVAL_STEPS)
  const times = (count: number, start: (index: number) => void) => {
    for (let index = 0; index < count; index++) scheduler.after(random.below(steps), () => start(index))
  }
  times(1 + random.below(5), (index) => {
    const input = { record: random.pick(RECORDS), isRefused: random.chance(0.15), looks: random.chance(0.2) }
    void change(world, `r${index}`, input)
  })
  times(random.below(3), (index) => void note(world, `n${index}`))
  times(random.below(4), (index) => {
    const cancelAfter = random.chance(0.3) ? random.below(20) : undefined
    void read(world, `read ${index}`, random.chance(0.5), cancelAfter)
  })
  times(random.below(2), (index) => void backUp(world, `backup ${index}`))
  times(1 + random.below(3), look)
  if (world.deathRate > 0) times(random.below(2), () => world.server.die())
}
