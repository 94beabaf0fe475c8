import { setTimeout as pause } from 'node:timers/promises'
import { openPostgresProxy, type PostgresProxy } from '../../server/test/support/postgres-proxy.ts'
import type { Drill, DrillContext } from '../framework/drill.ts'
import { between, dealing } from '../framework/random.ts'
import { count, seconds, type Violation } from '../framework/summary.ts'
import { underLoad } from '../load/under-load.ts'
import { firstWrite } from '../postgres/first-write.ts'
import { missingPostgres } from '../postgres/own-database.ts'

const WRITES = { least: 50, most: 300 }
/** From shorter than any timeout to longer than the nodes take to notice. */
const SILENCE_MS = { least: 200, most: 14_000 }
const GONE_MS = { least: 100, most: 12_000 }
const DELAY_MS = { least: 5, most: 200 }
/** From the end of the fault to the first write: locks of a node that was cut off are released by then. */
const FIRST_WRITE_MS = 15_000
const SLOW_MS = { least: 500, most: 4000 }

type Range = { readonly least: number; readonly most: number }
type Chance = (range: Range) => number
type Fault = (proxy: PostgresProxy, chance: Chance) => Promise<unknown>

const cut =
  (fault: 'cut-before-sending' | 'cut-after-answer', isGone: boolean): Fault =>
  async (proxy, chance) => {
    proxy.faultAtNextCommit(fault, isGone)
    await pause(isGone ? chance(GONE_MS) : 0)
  }

const FAULTS: Readonly<Record<string, Fault>> = {
  async silence(proxy, chance) {
    proxy.goSilent()
    await pause(chance(SILENCE_MS))
  },
  async slow(proxy, chance) {
    proxy.slowDown(chance(DELAY_MS))
    await pause(chance(SLOW_MS))
  },
  'cut before COMMIT': cut('cut-before-sending', false),
  'cut after COMMIT': cut('cut-after-answer', false),
  'gone before COMMIT': cut('cut-before-sending', true),
  'gone after COMMIT': cut('cut-after-answer', true),
}

export const postgresSilence: Drill = {
  name: 'postgres-silence',
  summary: 'Two nodes; the network to PostgreSQL swallows packets, cuts connections at COMMIT, or is slow.',
  databases: ['postgres'],
  share: 6,
  missing: missingPostgres,
  run: (context) => {
    let proxy: PostgresProxy | undefined
    const behindProxy: DrillContext = {
      ...context,
      async createDatabase() {
        const { environment } = await context.createDatabase()
        proxy = await openPostgresProxy(environment.DATABASE_URL!)
        context.onEnd(() => proxy!.close())
        return { environment: { ...environment, DATABASE_URL: proxy.url } }
      },
    }
    return underLoad(behindProxy, {}, async ({ database, target, load, history, server }) => {
      await target.use(server, await context.startServer(database))
      const chance: Chance = ({ least, most }) => between(context.random, least, most)
      const nextFault = dealing(context.random, Object.keys(FAULTS))
      const violations: Violation[] = []
      let faults = 0
      let longestMs = 0
      for (; context.hasTimeFor(faults); faults++) {
        await load.reaches(chance(WRITES))
        const name = nextFault()
        await FAULTS[name]!(proxy!, chance)
        proxy!.recover()
        const ms = await firstWrite(history)
        longestMs = Math.max(longestMs, ms)
        if (ms > FIRST_WRITE_MS)
          violations.push({
            kind: 'slow',
            text: `first write ${Math.round(ms)} ms after the end of the fault (${name})`,
          })
        context.log(`${faults + 1}: ${name}, ${Math.round(ms)} ms, ${history.acknowledged} acknowledged`)
      }
      return {
        first: [count(faults, 'faults', 'fault')],
        last: [seconds('first write after', longestMs), seconds('longest outage', history.longestOutage)],
        violations,
      }
    })
  },
}
