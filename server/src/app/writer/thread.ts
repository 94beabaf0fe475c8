// The writer thread. The HTTP thread never waits for the disk, and reads go on while this thread writes.
import { parentPort, workerData } from 'node:worker_threads'
import type { Config } from '../../config/config.ts'
import { openEngine } from '../../db/open.ts'
import { compose } from '../composition-root.ts'
import { startTracing } from '../tracing/start-tracing.ts'
import { channelToThread } from './channel.ts'
import { FairLock } from './fair-lock.ts'
import type { Answer, Request } from './messages.ts'
import { serveWrites } from './serve-writes.ts'

const config = workerData as Config
const stopTracing = await startTracing(config)
const engine = await openEngine(config.databaseUrl, config.dataFolder, undefined, config.backupUrl !== undefined)
const lock = new FairLock()
engine.useLock?.(lock)
const { executor } = await compose({ config, engine, clock: Date.now })
const channel = channelToThread<Answer, Request>(parentPort!)
serveWrites(channel, executor, lock)
channel.listen(async (requests) => {
  for (const { kind, ...rest } of requests)
    if (kind === 'stats') channel.send([{ kind, ...(rest as { id: number }), stats: engine.stats().writes }])
  if (!requests.some(({ kind }) => kind === 'close')) return
  await engine.close()
  await stopTracing()
  parentPort!.close()
})
