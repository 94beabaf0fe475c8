import { readFileSync } from 'node:fs'
import type { ServerProcess } from '../../server/test/support/process.ts'
import type { Drill } from '../framework/drill.ts'
import { between, pick } from '../framework/random.ts'
import { count, seconds } from '../framework/summary.ts'
import { underLoad } from '../load/under-load.ts'
import { backup } from '../observers/backup.ts'
import { follower } from '../observers/follower.ts'
import { importer } from '../observers/importer.ts'
import { mail } from '../observers/mail.ts'
import { receiver } from '../observers/receiver.ts'

/** Acknowledged writes between two kills; a different number each time, so that each kill meets other work. */
const WRITES = { least: 50, most: 400 }
const OBSERVERS = [follower, receiver, importer, mail, backup]
const WORKERS = { KONTOR_WORKERS: '2' }

export const kill: Drill = {
  name: 'kill',
  summary: 'Kills the server (SIGKILL) under load, with and without workers; or a single worker.',
  databases: ['sqlite', 'postgres'],
  share: 14,
  run: (context) =>
    underLoad(context, { observers: OBSERVERS }, async ({ database, history, target, load, server, noteFault }) => {
      const { random } = context
      let current = server
      let workers: readonly number[] = []
      let kills = 0
      let killedWorkers = 0
      for (; context.hasTimeFor(kills); kills++) {
        await load.reaches(between(random, WRITES.least, WRITES.most))
        if (workers.length > 0 && random() < 0.5) {
          // The server replaces it; clients of the other workers notice nothing.
          process.kill(pick(random, workers), 'SIGKILL')
          workers = []
          killedWorkers++
          continue
        }
        noteFault()
        target.down()
        await current.stop('SIGKILL')
        const hasWorkers = kills % 2 === 0
        current = await context.startServer(database, hasWorkers ? WORKERS : {})
        workers = hasWorkers ? childrenOf(current) : []
        await target.use(current)
        context.log(`kill ${kills + 1}, ${history.acknowledged} acknowledged`)
      }
      return {
        first: [count(kills, 'kills', 'kill'), count(killedWorkers, 'of them workers', 'of them a worker')],
        last: [seconds('longest outage', history.longestOutage)],
      }
    }),
}

const childrenOf = ({ child: { pid } }: ServerProcess): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
