import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import fc from 'fast-check'
import { databaseKinds } from '../support/databases.ts'
import { type Kontor, openKontor } from '../support/kontor.ts'
import { anyStep } from './steps.ts'
import { foundBusiness, inspect } from './world.ts'

const STEPS_MAX = 250

/** A server of its own on a thread of its own, and the companies that live on it, one after the other. */
export interface Lane {
  /** The name of a database kind. */
  readonly database: string
  readonly seed: number
  readonly companies: number
}

/** How often the steps ended in which way. */
export type Outcomes = ReadonlyMap<string, number>

export const runLane = (lane: Lane): Promise<Outcomes> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: lane })
    worker.once('message', resolve)
    worker.once('error', reject)
  })

async function live(kontor: Kontor, { seed, companies }: Lane): Promise<Outcomes> {
  const outcomes = new Map<string, number>()
  const steps = fc.commands([anyStep], { maxCommands: STEPS_MAX, size: 'max' })
  const property = fc.asyncProperty(steps, async (life) => {
    const business = await foundBusiness(kontor)
    await fc.asyncModelRun(() => ({ model: business, real: kontor }), life)
    await inspect(business, kontor)
    for (const outcome of business.outcomes) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  })
  await fc.assert(property, { seed, numRuns: companies })
  return outcomes
}

if (!isMainThread) {
  const lane: Lane = workerData
  const kontor = await openKontor(databaseKinds.find(({ name }) => name === lane.database)!)
  try {
    parentPort!.postMessage(await live(kontor, lane))
  } finally {
    await kontor.close()
  }
}
