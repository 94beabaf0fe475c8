import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Config } from '../../config/config.ts'
import { channelToProcess } from '../../core/rpc/channel.ts'
import { serveBackupHealth } from '../../db/backup/status.ts'
import type { Engine } from '../../db/engine.ts'
import type { App } from '../app.ts'
import { serveCounting } from '../counting.ts'
import { FairLock } from '../writer/fair-lock.ts'
import { serveWrites } from '../writer/serve-writes.ts'
import { MetricsCollector } from './shared-metrics.ts'

/** A worker that dies at once would otherwise be started again without end. */
const RESTART_MS = 1000

export interface Workers {
  /** The address on which all workers listen. */
  readonly address: AddressInfo
  /** Each worker answers what it has received, then exits. */
  stop(): Promise<void>
}

/** Starts the worker processes that answer requests. This process writes and counts for all of them, and restarts a worker that dies. */
export async function startWorkers(
  app: App,
  engine: Engine,
  { workers: count }: Config,
  onFailure: () => void,
): Promise<Workers> {
  const lock = new FairLock()
  engine.useLock?.(lock)
  await app.server.ready()
  cluster.schedulingPolicy = cluster.SCHED_NONE // the system hands out connections better than we could
  cluster.setupPrimary({ serialization: 'advanced' })
  const metrics = new MetricsCollector(app.metrics)
  let isStopping = false

  function fork(): Worker {
    const worker = cluster.fork()
    const forget = serveWrites(channelToProcess(worker.process), app.executor, lock)
    serveCounting(channelToProcess(worker.process), app.counting)
    const forgetMetrics = metrics.serve(channelToProcess(worker.process))
    const forgetBackup = serveBackupHealth(channelToProcess(worker.process))
    worker.once('exit', (code) => {
      forget()
      forgetMetrics()
      forgetBackup()
      if (isStopping) return
      onFailure()
      app.server.log.error(`A worker ended with ${code}; another takes its place.`)
      setTimeout(() => isStopping || fork(), RESTART_MS)
    })
    return worker
  }

  const [first, ...others] = Array.from({ length: count }, fork)
  const listening = once(first!, 'listening') as Promise<[AddressInfo]>
  const failed = once(first!, 'exit').then(() => Promise.reject(new Error('The first worker did not start.')))
  await Promise.all(others.map((worker) => once(worker, 'listening')))
  const [address] = await Promise.race([listening, failed])
  return {
    address,
    async stop() {
      isStopping = true
      const running = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
      await Promise.all(
        running.map(async (worker) => {
          const gone = once(worker, 'exit')
          worker.process.kill('SIGTERM')
          await gone
        }),
      )
    },
  }
}
