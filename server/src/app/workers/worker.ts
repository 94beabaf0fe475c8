import type { Config } from '../../config.ts'
import type { Engine } from '../../db/engine.ts'
import { createMemoryLimiter } from '../../http/limits/memory-limiter.ts'
import { buildApp } from '../app.ts'
import { channelToProcess } from '../writer/channel.ts'
import { remoteWriter } from '../writer/remote-writer.ts'
import { remoteCounts } from './shared-counts.ts'

/** Without the first process nothing can be done. */
const dieAlone = () => process.exit(1)

/** Lets go of the first process, which would keep this one alive. */
export function leave(): void {
  process.off('disconnect', dieAlone)
  process.disconnect?.()
}

/** One of several processes that answer requests. The first process has set everything up; it writes and counts for all. */
export function buildWorker(config: Config, engine: Engine) {
  process.once('disconnect', dieAlone)
  const { limiter, throttle } = remoteCounts(channelToProcess(process), createMemoryLimiter(Date.now))
  return buildApp({
    config,
    engine,
    log: process.stdout,
    worker: {
      throttle,
      // A shared database server takes care of its writers by itself, and Redis counts for all.
      ...(!config.databaseUrl && { writer: remoteWriter(channelToProcess(process)) }),
      ...(!config.redisUrl && { limiter }),
    },
  })
}
