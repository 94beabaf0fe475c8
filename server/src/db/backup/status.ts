/** How the continuous backup of this process goes. */
export interface BackupStatus {
  /** Set where continuous backups are on. */
  isOn: boolean
  /** Everything that was committed before this time is at the target. Milliseconds since 1970; undefined: nothing yet. */
  shippedUntil: number | undefined
  /** When the last complete snapshot was stored. */
  snapshotAt: number | undefined
  bytesShipped: number
  /** Changes that wait on this machine. */
  bytesWaiting: number
  /** Why shipping does not succeed at the moment. */
  fault: string | undefined
}

/** Read by the readiness check and by metrics. Written by the messages of the thread that ships. */
export const backupStatus: BackupStatus = {
  isOn: false,
  shippedUntil: undefined,
  snapshotAt: undefined,
  bytesShipped: 0,
  bytesWaiting: 0,
  fault: undefined,
}

const secondsSince = (time: number | undefined, now: number) =>
  time === undefined ? undefined : Math.max(0, (now - time) / 1000)

/** The figures for metrics; undefined where there is nothing to tell yet. */
export const backupFigures = (now = Date.now()) => ({
  snapshotAgeSeconds: secondsSince(backupStatus.snapshotAt, now),
  secondsBehind: secondsSince(backupStatus.shippedUntil, now),
  bytesShipped: backupStatus.bytesShipped,
  bytesWaiting: backupStatus.bytesWaiting,
})

/** For the readiness check; undefined if continuous backups are off. */
export const backupHealth = (): string | undefined => (backupStatus.isOn ? (backupStatus.fault ?? 'ok') : undefined)
