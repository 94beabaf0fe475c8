import { fill, findProblems } from './business/oracle.ts'
import { randomProgram } from './business/program.ts'
import { Queries } from './business/queries.ts'
import { randomRepertoire } from './business/repertoire.ts'
import { Database, type Transaction } from './database/database.ts'
import type { FaultRates } from './database/options.ts'
import { Server } from './database/server.ts'
import { SimNode } from './node.ts'
import type { PlantedBug } from './planted-bug.ts'
import { SimRequest } from './request.ts'
import { Random, Scheduler } from './scheduler.ts'

export interface ScheduleOptions {
  readonly bug?: PlantedBug
  readonly trace?: (text: string) => void
}

const NO_FAULTS: FaultRates = { constraint: 0, conflict: 0, cut: 0 }
/** Requests arrive within so many steps: nearly at once, or one by one. */
const ARRIVAL_STEPS = [5, 30, 100]
const HOPS_MAX = 4
const LATENCIES = [1, 5, 15]

/** Runs some requests in an order, and with faults, that depend on the seed alone. Returns what went wrong. */
export async function runSchedule(seed: number, { bug, trace: log }: ScheduleOptions = {}): Promise<string[]> {
  const random = new Random(seed)
  const scheduler = new Scheduler(random)
  const trace = log && ((text: string) => log(`${scheduler.now}: ${text}`))
  const database = new Database()
  const problems: string[] = []
  const hasRivals = random.chance(0.8)
  const hasFaults = random.chance(0.6)
  const rate = () => (random.chance(0.5) ? 0 : random.next() * 0.04)
  const faults = hasFaults ? { constraint: rate(), conflict: rate(), cut: rate() } : NO_FAULTS
  const maxBatch = 1 + random.below(6)
  const onCommit = (transaction: Transaction) => {
    const count = transaction.count('receipts')
    if (count > maxBatch) problems.push(`${count} requests share a transaction, and ${maxBatch} may`)
  }
  const latency = random.pick(LATENCIES)
  const server = new Server({ scheduler, database, faults, hasRowLocks: hasRivals, latency, trace, onCommit })
  const stock = 1 + random.below(12)
  fill(database, stock, random.chance(0.7))

  const queries = new Queries(hasRivals)
  const repertoire = randomRepertoire(random)
  const nodeOptions = {
    scheduler,
    server,
    hasRivals,
    bug,
    impatience: random.next() ** 2,
    hops: { run: random.below(HOPS_MAX), flush: random.below(HOPS_MAX), savepoint: random.below(HOPS_MAX) },
    maxHoldMs: random.chance(0.2) ? 30 : 100_000,
    queue: { maxBatch, maxWaiting: random.chance(0.1) ? 2 : 99, maxWaitMs: random.chance(0.1) ? 60 : 100_000 },
  }
  const nodes = Array.from(
    { length: 1 + random.below(3) },
    (_, index) => new SimNode({ ...nodeOptions, name: `node ${index}` }),
  )
  const arrivalSteps = random.pick(ARRIVAL_STEPS)
  const requests = Array.from({ length: 2 + random.below(7) }, (_, index) => {
    const program = randomProgram(random, repertoire, queries, hasRivals)
    const node = random.pick(nodes)
    const request = new SimRequest({ id: `r${index}`, node, program, queries, database, hasFaults, bug, trace })
    scheduler.after(random.below(arrivalSteps), () => void request.send())
    return request
  })
  const checkIdle = async (node: SimNode) => {
    const open = requests.filter((request) => request.isOpenAt(node))
    await node.queue.idle()
    await node.pause()
    if (open.some((request) => request.isOpenAt(node))) problems.push(`${node.name} is idle, and has not answered`)
  }
  if (hasFaults && random.chance(0.2)) scheduler.after(random.below(200), () => random.pick(nodes).die())
  if (hasFaults && random.chance(0.2)) scheduler.after(random.below(200), () => server.crash(1 + random.below(100)))
  scheduler.after(random.below(200), () => void checkIdle(random.pick(nodes)))
  await scheduler.run()
  if (scheduler.isEndless) problems.push('the schedule does not end')
  problems.push(...(await findBusy(scheduler, nodes)))
  for (const request of requests) problems.push(...request.findProblems())
  problems.push(...findProblems(database, stock))
  return problems
}

/** Queues that still have something to do, although nothing happens any more. */
async function findBusy(scheduler: Scheduler, nodes: readonly SimNode[]): Promise<string[]> {
  const busy = new Set(nodes.filter(({ isAlive }) => isAlive))
  for (const node of busy) void node.queue.idle().then(() => busy.delete(node))
  await scheduler.run()
  return [...busy].map(({ name }) => `the queue of ${name} is not idle`)
}
