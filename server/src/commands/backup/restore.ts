import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from '../../config/config.ts'
import { noteOrigin } from '../../db/backup/own-generations.ts'
import { restoreSecrets } from '../../db/backup/restore-secrets.ts'
import type { BackupSettings } from '../../db/backup/settings.ts'
import { type Archive, ArchiveError } from '../../db/engine.ts'
import { archiveOf, rebuildEmbedded } from '../../db/open.ts'
import { type Command, DONE, expectWords, failed, UsageError } from '../command.ts'
import { backupAt } from './backup-address.ts'
import { readMoment } from './durations.ts'

const SECRET_IS_LEFT_OUT =
  'Warning: the secret of the instance is not restored. If you have a copy of secret.key, put it into the data folder; otherwise run "kontor rotate-secret --lost". The server does not start before that.'

export const restore: Command = {
  name: 'restore',
  usage: '[--force] <file> | [--force] --from URL [--at MOMENT] [--without-secret]',
  summary: 'Restore a backup.',
  help: [
    'Stop every server first. Either all of the backup is restored, or the database stays as it was.',
    'The next start brings a backup of an older version up to date; a backup of a newer version is refused.',
    '',
    '  --from URL   Restore from a continuous backup of the embedded database: file:///folder or s3://bucket/prefix.',
    '               KONTOR_BACKUP_PASSPHRASE decrypts the secret of the instance, which is restored too.',
    '  --at MOMENT  Restore what was committed up to this moment, such as 2026-11-16T10:00Z. Without it: everything.',
    '  --without-secret  Restore the data alone, because the passphrase is lost. It does not encrypt the data.',
    '  --force      Replace a database that holds data already. Without it that is refused. What is replaced is kept: in',
    '               a file in the data folder, or in another schema of a database server. It stays there until you delete it.',
  ].join('\n'),
  options: {
    force: { type: 'boolean' },
    from: { type: 'string' },
    at: { type: 'string' },
    'without-secret': { type: 'boolean' },
  },
  async run({ force, from, at, 'without-secret': withoutSecret = false }, words) {
    if (from === undefined && at !== undefined) throw new UsageError('--at needs --from.')
    if (from === undefined && withoutSecret) throw new UsageError('--without-secret needs --from.')
    const [file] = expectWords(words, ...(from === undefined ? ['file'] : []))
    const moment = at === undefined ? undefined : readMoment('--at', at as string)
    const config = readConfig(process.env)
    const settings = from === undefined ? undefined : backupAt(config, from as string)
    try {
      const archive = await archiveOf(config.databaseUrl, config.dataFolder)
      if (!force) await refuseData(archive)
      const lines = settings
        ? await restoreMoment(config, archive, { settings, moment, withoutSecret: withoutSecret === true })
        : [`Restored from ${file}.`, (await archive.restore(file!)) ?? '']
      console.log(lines.filter(Boolean).join('\n'))
      return DONE
    } catch (error) {
      if (error instanceof ArchiveError) return failed(error.message)
      throw error
    }
  },
}

async function refuseData(archive: Archive): Promise<void> {
  if (await archive.holdsData())
    throw new ArchiveError(
      'This database holds data already. With --force it is replaced by the backup, and what was there is kept beside it.',
    )
}

interface RestoredState {
  readonly settings: BackupSettings
  /** The newest if not set. */
  readonly moment: number | undefined
  readonly withoutSecret: boolean
}

async function restoreMoment(
  { databaseUrl, dataFolder }: Config,
  archive: Archive,
  { settings, moment, withoutSecret }: RestoredState,
): Promise<string[]> {
  if (databaseUrl !== undefined)
    throw new ArchiveError('--from restores the embedded database. Unset DATABASE_URL, or restore a file.')
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  removeLeftovers(dataFolder)
  const file = join(dataFolder, `restore.${process.pid}.partial`)
  try {
    const { at, secrets } = await rebuildEmbedded(settings, moment, file, withoutSecret)
    const kept = await archive.restore(file)
    await noteOrigin(dataFolder, settings)
    const keptSecrets = await restoreSecrets(dataFolder, secrets)
    const last = new Date(at).toISOString()
    return [
      `Restored from ${settings.url}. The last change in it was committed at ${last}.`,
      kept ?? '',
      ...keptSecrets,
      withoutSecret ? SECRET_IS_LEFT_OUT : '',
    ]
  } finally {
    rmSync(file, { force: true })
  }
}

/** Files of restores that were killed: each may be as large as the database. */
function removeLeftovers(dataFolder: string): void {
  for (const name of readdirSync(dataFolder)) {
    const [, pid] = /^(?:restore|kontor\.db)\.(\d+)\.partial(?:-wal|-shm|-journal)?$/.exec(name) ?? []
    if (pid && !isOtherProcess(Number(pid))) rmSync(join(dataFolder, name), { force: true })
  }
}

function isOtherProcess(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    return process.kill(pid, 0) // signal 0 only asks whether the process exists
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
