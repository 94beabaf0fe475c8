import manifest from '../../../package.json' with { type: 'json' }
import type { Config } from '../../config/config.ts'
import { plainList } from '../../core/lists/list-query.ts'
import { type Store, wholeScope } from '../../core/store.ts'
import { backupStatus } from '../../db/backup/status.ts'
import type { Engine, EngineStats } from '../../db/engine.ts'
import { addedStats, type WriteStats } from '../../db/write-queue/write-stats.ts'
import { webhookDeliveries } from '../../features/webhooks/webhook-deliveries.resource.ts'
import type { Sample } from '../../http/answers/access-log.ts'
import { timeText } from '../../model/text.ts'
import type { WriteHealth } from '../admission.ts'
import type { DiskGuard } from '../disk-guard.ts'
import { lastRunAt } from '../last-runs.ts'
import { counter, gauge, histogram } from './samples.ts'

const WRITER_TIMEOUT_MS = 1000

export interface MeasuredParts {
  readonly config: Config
  readonly engine: Engine
  readonly clock: () => number
  readonly store: Store
  readonly writes: WriteHealth
  readonly disk: DiskGuard | undefined
  isReady(): boolean
  /** Set where a thread writes. */
  readonly thread: { stats(): Promise<WriteStats> } | undefined
  /** Of the process that sends webhooks and does what else one process does for all. */
  webhooks(): { readonly lagMs: number } | undefined
  /** How many worker processes have ended by themselves. */
  readonly workerFailures: (() => number) | undefined
}

/** Reads everything that is not counted with each response. What cannot be read is left out. */
export function createCollect(parts: MeasuredParts): () => Promise<readonly Sample[]> {
  const { engine, writes, disk } = parts
  let lastKnown: WriteStats | undefined
  /** A thread that hangs must not keep the rest from being seen. */
  const writerStats = async () => {
    const asked = parts.thread?.stats().catch(() => undefined)
    if (!asked) return undefined
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, WRITER_TIMEOUT_MS, undefined).unref())
    lastKnown = (await Promise.race([asked, late])) ?? lastKnown
    return lastKnown
  }
  return async () => {
    const [writer, background] = await Promise.all([writerStats(), backgroundSamples(parts)])
    const stats = engine.stats()
    const workers = parts.workerFailures?.()
    return [
      ...buildInfo(stats),
      ...gauge('kontor_ready', 'Whether the node is ready for requests: 1, or 0.', Number(parts.isReady()), 'min'),
      ...gauge('kontor_writes_waiting', 'Writes of clients that are not committed yet.', writes.count),
      ...gauge(
        'kontor_oldest_write_seconds',
        'Time since the oldest write arrived that is not committed yet.',
        writes.oldestMs / 1000,
        'max',
      ),
      ...databaseSamples(stats, writer, workers),
      ...gauge('kontor_disk_free_bytes', 'Free space on the disk of the embedded database.', disk?.freeBytes, 'min'),
      ...gauge('kontor_disk_reserve_bytes', 'Below this free space writes are refused.', disk?.reserveBytes, 'first'),
      ...background,
    ]
  }
}

function databaseSamples(stats: EngineStats, writer: WriteStats | undefined, workers: number | undefined): Sample[] {
  const writes = writer ? addedStats(stats.writes, writer) : stats.writes
  const pools = Object.entries(stats.pools ?? {})
  const ofPools = (key: 'max' | 'inUse' | 'waiting') =>
    pools.map(([pool, values]) => ({ labels: { pool }, value: values[key] }))
  const failures = [
    ...(stats.threadFailures === undefined ? [] : [{ labels: { part: 'slow-reads' }, value: stats.threadFailures }]),
    ...(backupStatus.isOn ? [{ labels: { part: 'backup' }, value: backupStatus.threadFailures }] : []),
    ...(workers === undefined ? [] : [{ labels: { part: 'worker' }, value: workers }]),
  ]
  return [
    ...histogram('kontor_write_group_size', 'Requests in each committed transaction.', writes.groupSize),
    ...histogram('kontor_commit_seconds', 'Time to write and commit a transaction.', writes.commitSeconds),
    ...counter(
      'kontor_failed_commits_total',
      'Transactions that were lost because the database failed.',
      writes.failedCommits,
    ),
    ...gauge('kontor_wal_bytes', 'Size of the write-ahead log.', stats.log?.bytes, 'first'),
    ...gauge(
      'kontor_wal_frames_behind',
      'Frames of the write-ahead log that are not in the database file yet.',
      stats.log?.framesBehind,
      'first',
    ),
    ...counter('kontor_restarts_total', 'Threads and processes that ended by themselves.', failures),
    ...gauge('kontor_pool_connections_max', 'Connections to the database server that may be open.', ofPools('max')),
    ...gauge('kontor_pool_connections_in_use', 'Connections to the database server in use.', ofPools('inUse')),
    ...gauge('kontor_pool_waiting', 'Requests that wait for a connection to the database server.', ofPools('waiting')),
  ]
}

const buildInfo = ({ database }: EngineStats): Sample[] => {
  const labels = { version: manifest.version, node: process.version, database }
  return gauge('kontor_build_info', 'Always 1; the labels say what runs.', [{ labels, value: 1 }], 'first')
}

/** What one process of a node knows. */
async function backgroundSamples({ config, store, clock, ...parts }: MeasuredParts): Promise<Sample[]> {
  const webhooks = parts.webhooks()
  if (!webhooks) return []
  const [due, backup, verify] = await Promise.all([
    dueDeliveries(store, clock()).catch(() => undefined),
    lastRunAt(config.dataFolder, 'backup'),
    lastRunAt(config.dataFolder, 'verify'),
  ])
  return [
    ...gauge('kontor_webhook_deliveries_due', 'Deliveries to webhooks that are due and not sent yet.', due, 'max'),
    ...gauge(
      'kontor_change_feed_lag_seconds',
      'How long the slowest webhook has been behind the change feed.',
      webhooks.lagMs / 1000,
      'max',
    ),
    ...gauge(
      'kontor_last_backup_timestamp_seconds',
      'When kontor backup last succeeded; 0 for never.',
      // With a continuous backup, those to files are not expected until there was one.
      backup === 0 && backupStatus.isOn ? undefined : backup / 1000,
      'max',
    ),
    ...continuousBackup(),
    ...gauge(
      'kontor_last_verify_timestamp_seconds',
      'When kontor verify last found no fault; 0 for never.',
      verify / 1000,
      'max',
    ),
  ]
}

function continuousBackup(): Sample[] {
  const { isOn, shippedUntil, bytesShipped, bytesWaiting, fault, isShared } = backupStatus
  if (!isOn) return []
  const behind = shippedUntil === undefined ? process.uptime() : Math.max(0, Date.now() - shippedUntil) / 1000
  return [
    ...gauge(
      'kontor_backup_behind_seconds',
      'Time since the continuous backup had everything; since the start if it never had.',
      behind,
      'max',
    ),
    ...gauge(
      'kontor_backup_failing',
      'Whether the continuous backup cannot store changes or a snapshot at the moment.',
      Number(fault !== undefined),
      'max',
    ),
    ...gauge(
      'kontor_backup_target_shared',
      'Whether another server uses the target of the continuous backup.',
      Number(isShared),
      'max',
    ),
    ...counter(
      'kontor_backup_shipped_bytes_total',
      'Bytes sent to the target of the continuous backup since the start.',
      bytesShipped,
    ),
    ...gauge(
      'kontor_backup_waiting_bytes',
      'Changes that wait for the target of the continuous backup.',
      bytesWaiting,
      'max',
    ),
  ]
}

async function dueDeliveries(store: Store, now: number): Promise<number | undefined> {
  const isDue = { path: 'nextAttemptAt', operator: 'lte', values: [timeText(now)] } as const
  const query = plainList([isDue], { perPage: 1, withTotal: true, sort: 'nextAttemptAt', order: 'asc' })
  const { total } = await store.reads(wholeScope(timeText(now))).list(webhookDeliveries, query)
  return total
}
