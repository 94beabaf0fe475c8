import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import fc from 'fast-check'
import { databaseKinds } from '../support/databases.ts'
import { type Kontor, openKontor } from '../support/kontor.ts'
import type { Outcome } from './business.ts'
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

/** Returns how every step had to end, and did; fails with the shortest life that goes otherwise. */
export const runLane = (lane: Lane): Promise<Outcome[]> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: lane })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The thread ended without a word.')))
  })

async function live(kontor: Kontor, { seed, companies }: Lane): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const steps = fc.commands([anyStep], { maxCommands: STEPS_MAX, size: 'max' })
  const property = fc.asyncProperty(steps, async (life) => {
    const business = await foundBusiness(kontor)
    await fc.asyncModelRun(() => ({ model: business, real: kontor }), life)
    await inspect(business, kontor)
    outcomes.push(...business.outcomes)
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
