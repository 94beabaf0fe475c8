import { rmSync } from 'node:fs'
import { folderForPostgres, PostgresMember } from '../../server/test/support/postgres-member.ts'
import type { Drill } from '../framework/drill.ts'
import { between, dealing, pick } from '../framework/random.ts'
import { count, seconds } from '../framework/summary.ts'
import { underLoad } from '../load/under-load.ts'
import { follower } from '../observers/follower.ts'
import { importer } from '../observers/importer.ts'
import { mail } from '../observers/mail.ts'
import { receiver } from '../observers/receiver.ts'
import { firstWrite } from '../postgres/first-write.ts'
import { missingPostgres, withDatabase } from '../postgres/own-database.ts'

const WRITES = { least: 50, most: 300 }
const BACKENDS = `select pid from pg_stat_activity where application_name = 'kontor'`

type Fault = (server: PostgresMember, random: () => number) => Promise<void>

const FAULTS: Readonly<Record<string, Fault>> = {
  /** Connections end one after the other; the server goes on. */
  async terminate(server) {
    await server.run(BACKENDS.replace('pid', 'pg_terminate_backend(pid)'))
  },
  /** The server ends all connections and recovers. */
  async backend(server, random) {
    const pids = (await server.run(BACKENDS)).map(([pid]) => Number(pid))
    if (pids.length > 0) process.kill(pick(random, pids), 'SIGKILL')
  },
  async postmaster(server) {
    server.killPostmaster()
    await server.startAgain()
  },
  async server(server) {
    await server.end()
    await server.startAgain()
  },
}

export const postgresKill: Drill = {
  name: 'postgres-kill',
  summary: 'Two nodes; kills the PostgreSQL server, its first process or a backend, or terminates all connections.',
  databases: ['postgres'],
  share: 4,
  missing: missingPostgres,
  async run(context) {
    const folder = folderForPostgres()
    const server = await PostgresMember.in(folder)
    context.onEnd(async () => {
      await server.end()
      rmSync(folder, { recursive: true, force: true })
    })
    await server.create()
    const options = { observers: [follower, receiver, importer, mail] }
    return underLoad(withDatabase(context, server.url), options, async (scene) => {
      const { database, target, load, history } = scene
      await target.use(scene.server, await context.startServer(database))
      const nextFault = dealing(context.random, Object.keys(FAULTS))
      let faults = 0
      let longestMs = 0
      for (; context.hasTimeFor(faults); faults++) {
        await load.reaches(between(context.random, WRITES.least, WRITES.most))
        const name = nextFault()
        scene.noteFault()
        await FAULTS[name]!(server, context.random)
        longestMs = Math.max(longestMs, await firstWrite(history))
        context.log(`${faults + 1}: ${name}, ${history.acknowledged} acknowledged`)
      }
      return {
        first: [count(faults, 'faults', 'fault')],
        last: [seconds('first write after', longestMs), seconds('longest outage', history.longestOutage)],
      }
    })
  },
}
