import type { ServerProcess } from '../../server/test/support/process.ts'
import type { Drill } from '../framework/drill.ts'
import { between } from '../framework/random.ts'
import { count, seconds, type Violation } from '../framework/summary.ts'
import type { Target } from '../history/target.ts'
import { underLoad } from '../load/under-load.ts'
import { disturbed, TERMINATED } from '../threads/disturbance.ts'

const DELAY_MS = 20
const WRITER_MESSAGES = { least: 50, most: 800 }
const READER_MESSAGES = 60
const READERS = 2

export const threads: Drill = {
  name: 'threads',
  summary: 'Terminates the thread that writes and processes for slow reads, and delays and reorders their messages.',
  databases: ['sqlite'],
  share: 2,
  run: (context) =>
    underLoad(context, {}, async ({ database, history, target, server, load }) => {
      const ended = { writer: 0, reader: 0 }
      const reading = startReaders(target)
      target.down()
      await server.stop()
      let rounds = 0
      for (; context.hasTimeFor(rounds); rounds++) {
        const disturbance = {
          seed: context.seed + rounds,
          writerMessages: between(context.random, WRITER_MESSAGES.least, WRITER_MESSAGES.most),
          readerMessages: READER_MESSAGES,
          delayMs: DELAY_MS,
        }
        const disturbedServer = await context.startServer(database, disturbed(disturbance))
        await target.use(disturbedServer)
        // Without its writer the server ends by itself, and a supervisor starts it again.
        await Promise.race([disturbedServer.outcome, load.ended])
        target.down()
        await disturbedServer.stop('SIGKILL')
        for (const name of ['writer', 'reader'] as const) ended[name] += terminations(disturbedServer, name)
        context.log(`${ended.writer} writers, ${ended.reader} readers terminated, ${history.acknowledged} acknowledged`)
      }
      await target.use(await context.startServer(database))
      await load.stop()
      const { reads, violations } = await reading.stop()
      return {
        first: [
          count(ended.writer, 'writers terminated', 'writer terminated'),
          count(ended.reader, 'readers terminated', 'reader terminated'),
          count(reads, 'slow reads', 'slow read'),
        ],
        last: [seconds('longest outage', history.longestOutage)],
        violations,
      }
    }),
}

const terminations = (server: ServerProcess, name: string) => server.said().split(`${TERMINATED} ${name}\n`).length - 1

/** Sums over all records are read in a process of their own. A read is answered, or refused with 503. */
function startReaders(target: Target) {
  const violations: Violation[] = []
  let reads = 0
  let isStopped = false
  const read = async (client: number) => {
    while (!isStopped) {
      const path = '/invoices?perPage=1&include=sums'
      const reply = await target.send(client, { method: 'GET', path }).catch(() => undefined)
      if (reply?.status === 200) reads++
      else if (reply && reply.status !== 503) violations.push({ kind: 'read', text: `GET ${path}: ${reply.status}` })
      await new Promise((resolve) => setTimeout(resolve, DELAY_MS))
    }
  }
  const readers = Promise.all(Array.from({ length: READERS }, (_, client) => read(client)))
  return {
    async stop() {
      isStopped = true
      await readers
      return { reads, violations }
    },
  }
}
