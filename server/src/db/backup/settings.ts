/** Where continuous backups go, and how. Plain data: it is sent to the thread that ships. */
export interface BackupSettings extends TargetSettings {
  readonly url: string
  /** Encrypts the secret of the instance in the backup. */
  readonly passphrase: string | undefined
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
