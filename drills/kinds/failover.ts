import { type PostgresPair, startPostgresPair } from '../../server/test/support/postgres-pair.ts'
import { openPostgresProxy, type PostgresProxy } from '../../server/test/support/postgres-proxy.ts'
import type { Drill } from '../framework/drill.ts'
import { between, dealing } from '../framework/random.ts'
import { count, seconds, type Violation } from '../framework/summary.ts'
import { underLoad } from '../load/under-load.ts'
import { firstWrite } from '../postgres/first-write.ts'
import { missingPostgres, withDatabase } from '../postgres/own-database.ts'

const WRITES = { least: 50, most: 300 }

/** What happens to the primary, and the longest time in milliseconds to the first write after the promotion. */
const FAULTS = {
  crash: { cause: (pair: PostgresPair) => pair.primary.end(), mostMs: 10_000 },
  postmaster: { cause: (pair: PostgresPair) => pair.primary.killPostmaster(), mostMs: 10_000 },
  silence: { cause: (_pair: PostgresPair, proxy: PostgresProxy) => proxy.goSilent(), mostMs: 15_000 },
  /** The former primary goes on, and takes itself for the primary. */
  'two primaries': { cause: () => {}, mostMs: 15_000 },
} as const
type Name = keyof typeof FAULTS

export const failover: Drill = {
  name: 'failover',
  summary: 'Two nodes; the primary of two PostgreSQL servers crashes or falls silent, and the standby is promoted.',
  databases: ['postgres'],
  share: 12,
  missing: missingPostgres,
  async run(context) {
    const pair = await startPostgresPair()
    context.onEnd(() => pair.stop())
    const proxies = await Promise.all(pair.members.map(({ url }) => openPostgresProxy(url)))
    for (const proxy of proxies) context.onEnd(() => proxy.close())
    const url = `postgres://postgres@${proxies.map((proxy) => new URL(proxy.url).host).join()}/kontor`
    return underLoad(withDatabase(context, url), {}, async ({ database, target, load, history, server }) => {
      await target.use(server, await context.startServer(database))
      const violations: Violation[] = []
      const longest = new Map<Name, number>()
      const nextFault = dealing(context.random, Object.keys(FAULTS) as Name[])
      let failovers = 0
      for (; context.hasTimeFor(failovers); failovers++) {
        await load.reaches(between(context.random, WRITES.least, WRITES.most))
        const name = nextFault()
        const proxy = proxies[pair.members.indexOf(pair.primary)]!
        await FAULTS[name].cause(pair, proxy)
        await pair.promote()
        const ms = await firstWrite(history)
        longest.set(name, Math.max(longest.get(name) ?? 0, ms))
        if (ms > FAULTS[name].mostMs)
          violations.push({ kind: 'slow', text: `first write ${Math.round(ms)} ms after the promotion (${name})` })
        proxy.recover()
        await load.reaches(between(context.random, WRITES.least, WRITES.most))
        await pair.rejoin()
        context.log(`${failovers + 1}: ${name}, ${Math.round(ms)} ms, ${history.acknowledged} acknowledged`)
      }
      return {
        first: [count(failovers, 'failovers', 'failover')],
        last: [...longest].map(([name, ms]) => seconds(`first write after promotion (${name})`, ms)),
        violations,
      }
    })
  },
}
