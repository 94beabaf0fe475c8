import { mkdirSync, rmSync } from 'node:fs'
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

export const restore: Command = {
  name: 'restore',
  usage: '[--force] <file> | [--force] --from URL [--at MOMENT]',
  summary: 'Restore a backup.',
  help: [
    'Stop every server first. Either all of the backup is restored, or the database stays as it was.',
    'The next start brings a backup of an older version up to date; a backup of a newer version is refused.',
    '',
    '  --from URL   Restore from a continuous backup of the embedded database: file:///folder or s3://bucket/prefix.',
    '               KONTOR_BACKUP_PASSPHRASE decrypts the secret of the instance, which is restored too.',
    '  --at MOMENT  Restore what was committed up to this moment, such as 2026-11-16T10:00Z. Without it: everything.',
    '  --force      Replace a database that holds data already. Without it that is refused. What is replaced is kept: in',
    '               a file in the data folder, or in another schema of a database server. It stays there until you delete it.',
  ].join('\n'),
  options: { force: { type: 'boolean' }, from: { type: 'string' }, at: { type: 'string' } },
  async run({ force, from, at }, words) {
    if (from === undefined && at !== undefined) throw new UsageError('--at needs --from.')
    const [file] = expectWords(words, ...(from === undefined ? ['file'] : []))
    const moment = at === undefined ? undefined : readMoment('--at', at as string)
    const config = readConfig(process.env)
    const settings = from === undefined ? undefined : backupAt(config, from as string)
    try {
      const archive = await archiveOf(config.databaseUrl, config.dataFolder)
      if (!force) await refuseData(archive)
      const lines = settings
        ? await restoreMoment(config, archive, settings, moment)
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

async function restoreMoment(
  { databaseUrl, dataFolder }: Config,
  archive: Archive,
  settings: BackupSettings,
  moment: number | undefined,
): Promise<string[]> {
  if (databaseUrl !== undefined)
    throw new ArchiveError('--from restores the embedded database. Unset DATABASE_URL, or restore a file.')
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const file = join(dataFolder, `restore.${process.pid}.partial`)
  try {
    const { at, secrets } = await rebuildEmbedded(settings, moment, file)
    const kept = await archive.restore(file)
    await noteOrigin(dataFolder, settings)
    const keptSecrets = await restoreSecrets(dataFolder, secrets)
    const last = new Date(at).toISOString()
    return [
      `Restored from ${settings.url}. The last change in it was committed at ${last}.`,
      kept ?? '',
      ...keptSecrets,
    ]
  } finally {
    rmSync(file, { force: true })
  }
}
