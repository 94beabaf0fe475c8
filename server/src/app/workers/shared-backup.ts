import type { Channel } from '../../core/rpc/channel.ts'
import { backupHealth, noteBackupHealth } from '../../db/backup/status.ts'

const TELL_MS = 500

interface Told {
  readonly kind: 'backup'
  readonly health: string | undefined
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
    for (const message of messages) if (message.kind === 'backup') noteBackupHealth(message.health)
  })
}
