// The thread that writes. The server's own thread never waits for the disk, and reading goes on while this one works.
import { parentPort, workerData } from 'node:worker_threads'
import { assemble } from '../assembly.ts'
import type { Config } from '../config.ts'
import { openEngine } from '../db/open.ts'
import { channelToThread } from './channel.ts'
import type { Answer, Request } from './messages.ts'
import { serveWrites } from './serve-writes.ts'
import { Turns } from './turns.ts'

const config = workerData as Config
const engine = await openEngine(config.databaseUrl, config.dataFolder)
const turns = new Turns()
engine.share?.(turns)
const { executor } = await assemble({ config, engine, clock: Date.now })
const channel = channelToThread<Answer, Request>(parentPort!)
serveWrites(channel, executor, turns)
channel.listen(async (requests) => {
  if (!requests.some(({ kind }) => kind === 'close')) return
  await engine.close()
  parentPort!.close()
})
