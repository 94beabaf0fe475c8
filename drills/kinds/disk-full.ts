import type { Drill } from '../framework/drill.ts'
import { between } from '../framework/random.ts'
import { count, seconds, type Violation } from '../framework/summary.ts'
import { examine } from '../history/examine.ts'
import { addViolations } from '../shim/add-violations.ts'
import { shimMissing } from '../shim/build.ts'
import { type FaultyDisk, openFaultyDisk, unsuccessfulIn } from '../shim/faulty-disk.ts'

/** Bytes that are left on the disk when a round begins. */
const SPACE = { least: 0, most: 400_000 }
/** Refused writes before there is space again. */
const REFUSED = 20
/** In one of so many rounds the server is killed while the disk is full. */
const KILLED_EVERY = 3
const READS = ['/items?perPage=5', '/sales-orders?perPage=5&sort=createdAt', '/search?q=item']

export const diskFull: Drill = {
  name: 'disk-full',
  summary: 'Fills the disk under load, and makes space again.',
  databases: ['sqlite'],
  share: 3,
  missing: shimMissing,
  async run(context) {
    const disk = await openFaultyDisk(context)
    const { control, history, target, database } = disk
    const found: Violation[] = []
    let [rounds, slowest] = [0, 0]
    for (; context.hasTimeFor(rounds); rounds++) {
      const refused = unsuccessfulIn(disk)
      control.setSpace(between(context.random, SPACE.least, SPACE.most))
      await disk.until('refuse writes on a full disk', () => unsuccessfulIn(disk) >= refused + REFUSED)
      found.push(...(await readAll(disk)))
      const isKilled = rounds % KILLED_EVERY === KILLED_EVERY - 1
      if (isKilled) await disk.kill()
      control.setSpace(undefined)
      if (isKilled) await disk.start()
      slowest = Math.max(slowest, await disk.recovery())
      found.push(...(await disk.verify()))
      context.log(`full ${rounds + 1} times, ${history.acknowledged} acknowledged`)
    }
    await disk.load.stop()
    const { facts, violations } = addViolations(await examine(history, target, database.environment), found)
    return {
      facts: [count(rounds, 'times full', 'time full'), ...facts, seconds('slowest recovery', slowest)],
      violations,
    }
  },
}

/** A disk that takes no more writes can still be read. */
async function readAll({ target }: FaultyDisk): Promise<Violation[]> {
  const found: Violation[] = []
  for (const path of READS) {
    const { status, body } = await target.send(0, { method: 'GET', path })
    if (status !== 200) found.push({ kind: 'unreadable', text: `GET ${path}: ${status} ${JSON.stringify(body)}` })
  }
  return found
}
