// How the settings of continuous backups are read. Each function throws the end of a sentence that begins with the name.
import type { Config } from './config.ts'

const PASSPHRASE_MIN = 12

export function backupUrl(text: string): string {
  const url = URL.parse(text)
  const isFolder = url?.protocol === 'file:' && url.host === '' && url.pathname.length > 1
  const isBucket = url?.protocol === 's3:' && url.hostname !== ''
  if (!isFolder && !isBucket) throw new Error('must be file:///folder or s3://bucket/prefix.')
  return text
}

export function passphrase(text: string): string {
  if (text.length < PASSPHRASE_MIN) throw new Error(`must have at least ${PASSPHRASE_MIN} characters.`)
  return text
}

export function endpoint(text: string): string {
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? ''))
    throw new Error('must be an address such as https://s3.example.com')
  return text
}

/** Where the backups of these settings are, or of another address. */
export const backupSettings = (config: Config, url = config.backupUrl ?? '') => ({
  url,
  passphrase: config.backupPassphrase,
  keepDays: config.backupKeepDays,
  everySeconds: config.backupSeconds,
  spoolBytes: config.backupSpoolMb * 1_000_000,
  s3: {
    accessKeyId: config.awsAccessKeyId,
    secretAccessKey: config.awsSecretAccessKey,
    sessionToken: config.awsSessionToken,
    region: config.awsRegion,
    endpoint: config.awsEndpointUrl,
  },
})

export function backupFaults(config: Config): string[] {
  const { backupUrl: url, databaseUrl, secret, backupPassphrase, awsAccessKeyId, awsSecretAccessKey } = config
  if (url === undefined) return []
  if (databaseUrl !== undefined)
    return ['KONTOR_BACKUP_URL is for the embedded database. For PostgreSQL see docs/running.md, "Backup and restore".']
  const needsKeys = url.startsWith('s3:') && !(awsAccessKeyId && awsSecretAccessKey)
  return [
    ...(secret === undefined && backupPassphrase === undefined
      ? ['KONTOR_BACKUP_PASSPHRASE must be set with KONTOR_BACKUP_URL: it encrypts the generated secret in the backup.']
      : []),
    ...(needsKeys ? ['AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set for backups to s3://'] : []),
  ]
}
