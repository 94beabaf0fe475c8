// How the settings of continuous backups are read. Each function throws the end of a sentence that begins with the name.
import { asText, setting } from './setting.ts'
import { httpUrl, wholeNumber } from './values.ts'

export interface BackupConfig {
  readonly backupUrl: string | undefined
  readonly backupPassphrase: string | undefined
  readonly backupKeepDays: number
  readonly backupSeconds: number
  readonly backupSpoolMb: number
  readonly awsAccessKeyId: string | undefined
  readonly awsSecretAccessKey: string | undefined
  readonly awsSessionToken: string | undefined
  readonly awsRegion: string
  readonly awsEndpointUrl: string | undefined
}

/** Settings of others that matter to backups. */
interface Others {
  readonly databaseUrl?: unknown
  readonly secret?: string | undefined
  readonly previousSecrets?: readonly string[]
  readonly diskReserve?: number | undefined
}

const PASSPHRASE_MIN = 12

export function backupUrl(text: string): string {
  const url = URL.parse(text)
  const isFolder = url?.protocol === 'file:' && url.host === '' && url.pathname.length > 1
  const isBucket = url?.protocol === 's3:' && url.hostname !== ''
  if (!isFolder && !isBucket) throw new Error('must be file:///folder or s3://bucket/prefix.')
  return text
}

function passphrase(text: string): string {
  if (text.length < PASSPHRASE_MIN) throw new Error(`must have at least ${PASSPHRASE_MIN} characters.`)
  return text
}

export const backupEntries = [
  setting(
    'KONTOR_BACKUP_URL',
    'backupUrl',
    undefined,
    backupUrl,
    'Continuous backup: s3://bucket/prefix, or a folder such as file:///mnt/backup/kontor that is only there while its disk is mounted.',
  ),
  setting(
    'KONTOR_BACKUP_PASSPHRASE',
    'backupPassphrase',
    undefined,
    passphrase,
    'Encrypts the generated secret in the backup.',
    { isSecret: true },
  ),
  setting(
    'KONTOR_BACKUP_KEEP_DAYS',
    'backupKeepDays',
    '14',
    wholeNumber(1, 3650),
    'Days whose moments can be restored.',
  ),
  setting('KONTOR_BACKUP_SECONDS', 'backupSeconds', '5', wholeNumber(1, 3600), 'Changes are shipped this often.'),
  setting(
    'KONTOR_BACKUP_SPOOL_MB',
    'backupSpoolMb',
    '1000',
    wholeNumber(1, 1_000_000),
    'Changes that wait on this machine while the target is down. Beyond it the backup has a gap and begins anew.',
  ),
  setting('AWS_ACCESS_KEY_ID', 'awsAccessKeyId', undefined, asText, 'For backups to s3://'),
  setting('AWS_SECRET_ACCESS_KEY', 'awsSecretAccessKey', undefined, asText, 'For backups to s3://', { isSecret: true }),
  setting('AWS_SESSION_TOKEN', 'awsSessionToken', undefined, asText, 'For backups to s3:// with temporary keys.', {
    isSecret: true,
  }),
  setting('AWS_REGION', 'awsRegion', 'us-east-1', asText, 'Region of the bucket.'),
  setting(
    'AWS_ENDPOINT_URL',
    'awsEndpointUrl',
    undefined,
    httpUrl('https://s3.example.com'),
    'Of an S3 server other than that of Amazon.',
  ),
] as const

/** Where the backups of these settings are, or of another address. */
export const backupSettings = (config: BackupConfig & Others, url = config.backupUrl ?? '') => ({
  url,
  passphrase: config.backupPassphrase,
  secrets: [config.secret ?? [], config.previousSecrets ?? []].flat(),
  keepDays: config.backupKeepDays,
  everySeconds: config.backupSeconds,
  spoolBytes: config.backupSpoolMb * 1_000_000,
  diskReserve: config.diskReserve,
  s3: {
    accessKeyId: config.awsAccessKeyId,
    secretAccessKey: config.awsSecretAccessKey,
    sessionToken: config.awsSessionToken,
    region: config.awsRegion,
    endpoint: config.awsEndpointUrl,
  },
})

export function backupFaults(config: BackupConfig & Others): string[] {
  const { backupUrl: url, databaseUrl, secret, backupPassphrase, awsAccessKeyId, awsSecretAccessKey } = config
  if (url === undefined) return []
  if (databaseUrl !== undefined)
    return ['KONTOR_BACKUP_URL is for the embedded database. For PostgreSQL see docs/backup.md.']
  const needsKeys = url.startsWith('s3:') && !(awsAccessKeyId && awsSecretAccessKey)
  return [
    ...(secret === undefined && backupPassphrase === undefined
      ? ['KONTOR_BACKUP_PASSPHRASE must be set with KONTOR_BACKUP_URL: it encrypts the generated secret in the backup.']
      : []),
    ...(needsKeys ? ['AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set for backups to s3://'] : []),
  ]
}
