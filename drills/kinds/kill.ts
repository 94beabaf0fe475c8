import type { Drill } from '../framework/drill.ts'
import { between } from '../framework/random.ts'
import { count, seconds } from '../framework/summary.ts'
import { examine } from '../history/examine.ts'
import { History } from '../history/history.ts'
import { Target } from '../history/target.ts'
import { startLoad } from '../load/load.ts'

/** Acknowledged writes between two kills; a different number each time, so that each kill meets other work. */
const WRITES = { least: 50, most: 400 }

export const kill: Drill = {
  name: 'kill',
  summary: 'Kills the server under load (SIGKILL), again and again.',
  databases: ['sqlite', 'postgres'],
  async run(context) {
    const { random, seed } = context
    const database = await context.createDatabase()
    const history = new History()
    const target = new Target()
    let server = await context.startServer(database)
    await target.use(server)
    const load = await startLoad({ seed, target, history })
    let kills = 0
    for (; context.hasTimeFor(kills); kills++) {
      await load.reaches(between(random, WRITES.least, WRITES.most))
      target.down()
      await server.stop('SIGKILL')
      server = await context.startServer(database)
      await target.use(server)
      context.log(`kill ${kills + 1}, ${history.acknowledged} acknowledged`)
    }
    await load.stop()
    const { facts, violations } = await examine(history, target, database.environment)
    target.close()
    return {
      facts: [count(kills, 'kills', 'kill'), ...facts, seconds('longest outage', history.longestOutage)],
      violations,
    }
  },
}
