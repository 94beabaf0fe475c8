import type { Channel } from '../../core/rpc/channel.ts'

const TELL_MS = 500

interface Told {
  readonly kind: 'backup'
  readonly health: string | undefined
}

/** How the continuous backup of this process goes. */
export interface BackupStatus {
  /** Set where continuous backups are on. */
  isOn: boolean
  /**
   * Everything that was committed before this time is at the target. Milliseconds since 1970; undefined: nothing since the
   * start.
   */
  shippedUntil: number | undefined
  bytesShipped: number
  /** Changes that wait on this machine. */
  bytesWaiting: number
  /** Why shipping does not succeed at the moment. */
  fault: string | undefined
  /** Whether another server uses the target, or has taken it over. */
  isShared: boolean
  /** How often the thread that ships has ended by itself. */
  threadFailures: number
}

/** Read by the readiness check and by metrics. Written by the messages of the thread that ships. */
export const backupStatus: BackupStatus = {
  isOn: false,
  shippedUntil: undefined,
  bytesShipped: 0,
  bytesWaiting: 0,
  fault: undefined,
  isShared: false,
  threadFailures: 0,
}

/** In a worker: what the primary process has told. */
let toldByPrimary: string | undefined

/** For the readiness check, which anyone may read: the reason, which may name folders and hosts, is only in the log. */
export function backupHealth(): string | undefined {
  if (!backupStatus.isOn) return toldByPrimary
  return backupStatus.fault === undefined
    ? 'ok'
    : 'The backup does not succeed at the moment. The log names the reason.'
}

/** The primary process ships the backup: it tells a worker how that goes. Returns what to do when the worker ends. */
export function serveBackupHealth(channel: Channel<Told, never>): () => void {
  let told: string | undefined
  const timer = setInterval(() => {
    const health = backupHealth()
    if (health === told) return
    told = health
    channel.send([{ kind: 'backup', health }])
  }, TELL_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** In a worker. */
export function followBackupHealth(channel: Channel<never, Told>): void {
  channel.listen((messages) => {
    for (const message of messages) if (message.kind === 'backup') toldByPrimary = message.health
  })
}
