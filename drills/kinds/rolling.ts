import type { ServerProcess } from '../../server/test/support/process.ts'
import type { Drill, DrillContext } from '../framework/drill.ts'
import { between } from '../framework/random.ts'
import { count, seconds, type Violation } from '../framework/summary.ts'
import type { Operation } from '../history/history.ts'
import { underLoad } from '../load/under-load.ts'
import { missingPostgres } from '../postgres/own-database.ts'
import { openBalancer } from '../rolling/balancer.ts'
import { checkOutEarlier } from '../rolling/earlier-version.ts'

const WRITES = { least: 50, most: 200 }
/** A node that stops says so first, and goes on serving until the proxy has noticed. */
const DRAINING = { KONTOR_DRAIN_SECONDS: '1' }

export const rolling: Drill = {
  name: 'rolling',
  summary: 'Two nodes of an earlier version are replaced one after the other, and then again: no request fails.',
  databases: ['postgres'],
  share: 6,
  missing: missingPostgres,
  async run(context) {
    const balancer = await openBalancer()
    context.onEnd(() => balancer.close())
    const program = checkOutEarlier(context)
    const nodes: ServerProcess[] = []
    const add = async (server: ServerProcess) => {
      nodes.push(server)
      balancer.add(server.origin)
      await balancer.isReady(server.origin)
      return { ...server, origin: balancer.origin }
    }
    const earlier: DrillContext = {
      ...context,
      startServer: async (database) => add(await context.startServer(database, DRAINING, { program })),
    }
    return underLoad(earlier, {}, async ({ database, target, load, history }) => {
      await target.use(await earlier.startServer(database))
      const violations: Violation[] = []
      let replaced = 0
      for (; context.hasTimeFor(replaced); replaced++) {
        await load.reaches(between(context.random, WRITES.least, WRITES.most))
        await add(await context.startServer(database, DRAINING))
        const old = nodes.shift()!
        const { code, signal, said } = await old.stop()
        balancer.remove(old.origin)
        if (code !== 0) violations.push({ kind: 'exit', text: `a node ended with ${signal ?? code}: ${said}` })
        context.log(`${replaced + 1} nodes replaced, ${history.acknowledged} acknowledged`)
      }
      await load.stop()
      const failed = history.operations.filter(hasFailed)
      return {
        first: [count(replaced, 'nodes replaced', 'node replaced'), count(failed.length, 'failed')],
        last: [seconds('longest outage', history.longestOutage)],
        violations: [...violations, ...failed.map(violationOf)],
      }
    })
  },
}

const hasFailed = ({ status }: Operation) => status === undefined || status >= 500

const violationOf = ({ mark, method, path, status, code }: Operation): Violation => ({
  kind: 'failed',
  text: `${method} ${path} (${mark}): ${[status, code].filter(Boolean).join(' ')}`,
})
