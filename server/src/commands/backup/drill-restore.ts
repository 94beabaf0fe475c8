import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from '../../config/config.ts'
import { restoreSecrets } from '../../db/backup/restore-secrets.ts'
import { type Archive, ArchiveError, type Trial } from '../../db/engine.ts'
import { archiveOf, rebuildEmbedded } from '../../db/open.ts'
import { SECRET_FILES } from '../../db/secret-files.ts'
import { type Command, expectWords, FAILED, failed } from '../command.ts'
import { migrateDatabase } from '../migrate.ts'
import { verifyDatabase } from '../verify.ts'
import { backupAt, isBackupAddress } from './backup-address.ts'
import { scheduledBackups } from './scheduled-backups.ts'

export const drillRestore: Command = {
  name: 'drill restore',
  usage: '<folder or URL>',
  summary: 'Try whether the newest backup can be restored.',
  help: [
    'Restores the newest file that "kontor backup --every" has written into a folder, or the newest state of a continuous backup',
    '(file:///folder or s3://bucket/prefix), into a temporary place: a folder, or another database of the database server,',
    'for which its role needs the right to create one. Then it checks the result as "kontor verify" does and removes it.',
    '',
    'Exits with 0 if the backup can be restored and is consistent. The database in use is not touched.',
  ].join('\n'),
  options: {},
  async run(_options, words) {
    const [place] = expectWords(words, 'folder or URL') as [string]
    const config = readConfig(process.env)
    try {
      const archive = await archiveOf(isBackupAddress(place) ? undefined : config.databaseUrl, config.dataFolder)
      const trial = await archive.forTrial()
      const stop = () => void trial.drop().finally(() => process.exit(FAILED))
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop)
      try {
        return await tryOut(config, trial, place)
      } finally {
        await trial.drop()
      }
    } catch (error) {
      if (error instanceof ArchiveError) return failed(error.message)
      throw error
    }
  },
}

async function tryOut(config: Config, trial: Trial, place: string): Promise<number> {
  const { databaseUrl, dataFolder } = trial
  const archive = await archiveOf(databaseUrl, dataFolder)
  if (isBackupAddress(place)) await restoreNewestState(config, archive, dataFolder, place)
  else await restoreNewestFile(config, archive, dataFolder, place)
  const elsewhere: Config = { ...config, databaseUrl, dataFolder }
  await migrateDatabase(elsewhere)
  return verifyDatabase(elsewhere)
}

async function restoreNewestState(config: Config, archive: Archive, dataFolder: string, url: string): Promise<void> {
  const file = join(dataFolder, 'restored')
  const { at, secrets } = await rebuildEmbedded(backupAt(config, url, 'The URL'), undefined, file)
  await archive.restore(file)
  await restoreSecrets(dataFolder, secrets)
  console.log(`Restored ${url}. The last change in it was committed at ${new Date(at).toISOString()}.`)
}

/** The secret of an embedded database is not in the file: the one in use belongs to it. */
async function restoreNewestFile(config: Config, archive: Archive, dataFolder: string, folder: string): Promise<void> {
  const newest = scheduledBackups(folder).at(-1)
  if (!newest) throw new ArchiveError(`There is no backup in ${folder} that was written by "kontor backup --every".`)
  await archive.restore(newest.file)
  for (const name of SECRET_FILES.filter((secret) => existsSync(join(config.dataFolder, secret))))
    copyFileSync(join(config.dataFolder, name), join(dataFolder, name))
  console.log(`Restored ${newest.file}.`)
}
