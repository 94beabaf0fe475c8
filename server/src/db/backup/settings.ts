/** Where continuous backups go, and how. Plain data: it is sent to the thread that ships. */
export interface BackupSettings extends TargetSettings {
  readonly url: string
  /** Encrypts the secret of the instance in the backup. */
  readonly passphrase: string | undefined
  /** The secret that is set, then earlier ones. Objects are sealed with a key of the secret of the instance. */
  readonly secrets: readonly string[]
  readonly keepDays: number
  /** How often changes are shipped. */
  readonly everySeconds: number
  /** Changes of at most so many bytes wait on this machine while the target cannot be reached. */
  readonly spoolBytes: number
  /** Of the disk of the data folder, in bytes; undefined: as the disk guard has it. */
  readonly diskReserve: number | undefined
}

/** What a target needs beside its address. */
export interface TargetSettings {
  readonly s3: S3Settings
}

export interface S3Settings {
  readonly accessKeyId: string | undefined
  readonly secretAccessKey: string | undefined
  readonly sessionToken: string | undefined
  readonly region: string
  /** Of a server other than Amazon's. */
  readonly endpoint: string | undefined
}

/** What to restore of a continuous backup, and what the operator accepts. */
export interface RebuildChoices {
  /** Milliseconds since 1970; the newest state if not set. */
  readonly moment?: number | undefined
  /** Only this generation, although another server has written to the target too. */
  readonly generation?: string | undefined
  /** The passphrase is lost: the secrets of the instance are left out. */
  readonly withoutSecrets?: boolean
  /** That the objects were written by the instance is not checked. */
  readonly isUnauthenticated?: boolean
  /** The moment is ambiguous, because the clock was set back. */
  readonly isClockAccepted?: boolean
  /** Where the generated secret may be. */
  readonly dataFolder?: string
}
