import type { Config } from '../../config/config.ts'
import { channelToProcess } from '../../core/rpc/channel.ts'
import { followBackupHealth } from '../../db/backup/status.ts'
import type { Engine } from '../../db/engine.ts'
import { buildApp } from '../app.ts'
import { remoteCounting } from '../counting.ts'
import { remoteWriter } from '../writer/remote-writer.ts'
import { shareMetrics } from './shared-metrics.ts'

/** Without the primary process a worker cannot work. */
const dieAlone = () => process.exit(1)

/** Disconnects from the primary process, which would keep this one alive. */
export function leave(): void {
  process.off('disconnect', dieAlone)
  process.disconnect?.()
}

/** One of several processes that answer requests. The primary process has set everything up; it writes and counts for all. */
export function buildWorker(config: Config, engine: Engine) {
  process.once('disconnect', dieAlone)
  followBackupHealth(channelToProcess(process))
  return buildApp({
    config,
    engine,
    log: process.stdout,
    worker: {
      counting: remoteCounting(channelToProcess(process)),
      shareMetrics: shareMetrics(channelToProcess(process)),
      // A database server coordinates its writers itself.
      ...(!config.databaseUrl && { writer: remoteWriter(channelToProcess(process)) }),
    },
  })
}
