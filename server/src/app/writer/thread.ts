// The writer thread. The HTTP thread never waits for the disk, and reads go on while this thread writes.
import { parentPort, workerData } from 'node:worker_threads'
import type { Config } from '../../config/config.ts'
import { channelToThread } from '../../core/rpc/channel.ts'
import { openEngine } from '../../db/open.ts'
import { compose } from '../composition-root.ts'
import { startTracing } from '../tracing/start-tracing.ts'
import { FairLock } from './fair-lock.ts'
import { LEASE, serveWrites } from './serve-writes.ts'

const config = workerData as Config
const stopTracing = await startTracing(config)
const engine = await openEngine(config.databaseUrl, config.dataFolder, undefined, config.backupUrl !== undefined)
const lock = new FairLock()
engine.useLock?.(lock)
const { executor } = await compose({ config, engine, clock: Date.now })
serveWrites(channelToThread(parentPort!), executor, lock, LEASE, {
  stats: () => engine.stats().writes,
  async close() {
    await engine.close()
    await stopTracing()
    setImmediate(() => parentPort!.close()) // after the answer; then the thread ends
  },
})
