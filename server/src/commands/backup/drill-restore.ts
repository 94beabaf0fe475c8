import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from '../../config/config.ts'
import { restoreSecrets } from '../../db/backup/restore-secrets.ts'
import { type Archive, ArchiveError, type Trial } from '../../db/engine.ts'
import { archiveOf, rebuildEmbedded } from '../../db/open.ts'
import { SECRET_FILES } from '../../db/secret-files.ts'
import { type Command, DONE, expectWords, FAILED, failed } from '../command.ts'
import { migrateDatabase } from '../migrate.ts'
import { verifyDatabase } from '../verify.ts'
import { backupAt, isBackupAddress } from './backup-address.ts'
import { readDuration } from './durations.ts'
import { scheduledBackups } from './scheduled-backups.ts'

/** A backup at night may be late, or fail once. */
const MAX_AGE = { url: '1h', folder: '2d' }

export const drillRestore: Command = {
  name: 'drill restore',
  usage: '[--max-age DURATION] <folder or URL>',
  summary: 'Try whether the newest backup can be restored.',
  help: [
    'Restores the newest file that "kontor backup --every" has written into a folder, or the newest state of a continuous backup',
    '(file:///folder or s3://bucket/prefix), into a temporary place: a folder, or another database of the database server,',
    'for which its role needs the right to create one. Then it checks the result as "kontor verify" does and removes it.',
    '',
    'Exits with 0 if the backup can be restored, is consistent and not too old. The database in use is not touched.',
    '',
    `  --max-age DURATION  How old the backup may be: 90m, 2d. ${MAX_AGE.url} for a continuous backup, ${MAX_AGE.folder} for files if not set.`,
  ].join('\n'),
  options: { 'max-age': { type: 'string' } },
  async run({ 'max-age': maxAge }, words) {
    const [place] = expectWords(words, 'folder or URL') as [string]
    const isAddress = isBackupAddress(place)
    const given = (maxAge as string | undefined) ?? (isAddress ? MAX_AGE.url : MAX_AGE.folder)
    const maxAgeMs = readDuration('--max-age', given)
    const config = readConfig(process.env)
    try {
      const archive = await archiveOf(isAddress ? undefined : config.databaseUrl, config.dataFolder)
      const trial = await archive.forTrial()
      const stop = () => void trial.drop().finally(() => process.exit(FAILED))
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop)
      try {
        return await tryOut(config, trial, place, maxAgeMs)
      } finally {
        await trial.drop()
      }
    } catch (error) {
      if (error instanceof ArchiveError) return failed(error.message)
      throw error
    }
  },
}

async function tryOut(config: Config, trial: Trial, place: string, maxAgeMs: number): Promise<number> {
  const { databaseUrl, dataFolder } = trial
  const archive = await archiveOf(databaseUrl, dataFolder)
  const restoreNewest = isBackupAddress(place) ? restoreNewestState : restoreNewestFile
  const time = await restoreNewest(config, archive, dataFolder, place)
  const elsewhere: Config = { ...config, databaseUrl, dataFolder }
  await migrateDatabase(elsewhere)
  const code = await verifyDatabase(elsewhere)
  const ageMs = Date.now() - time
  return code === DONE && ageMs > maxAgeMs ? failed(tooOld(time, ageMs)) : code
}

const tooOld = (time: number, ageMs: number) =>
  `The backup is too old: it has everything up to ${new Date(time).toISOString()}, ${Math.floor(ageMs / 60_000)} minutes ago. Find out why nothing newer is stored; if that is as it should be, raise --max-age.`

async function restoreNewestState(config: Config, archive: Archive, dataFolder: string, url: string): Promise<number> {
  const file = join(dataFolder, 'restored')
  const settings = backupAt(config, url, 'The URL')
  const choices = { dataFolder: config.dataFolder }
  const { at, secrets, notes, completeUntil } = await rebuildEmbedded(settings, undefined, file, choices)
  await archive.restore(file)
  await restoreSecrets(dataFolder, secrets)
  const last = new Date(at).toISOString()
  console.log([`Restored ${url}. The last change in it was committed at ${last}.`, ...notes].join('\n'))
  return completeUntil
}

/** The secret of an embedded database is not in the file: the one in use belongs to it. */
async function restoreNewestFile(
  config: Config,
  archive: Archive,
  dataFolder: string,
  folder: string,
): Promise<number> {
  const newest = scheduledBackups(folder).at(-1)
  if (!newest) throw new ArchiveError(`There is no backup in ${folder} that was written by "kontor backup --every".`)
  await archive.restore(newest.file)
  for (const name of SECRET_FILES.filter((secret) => existsSync(join(config.dataFolder, secret))))
    copyFileSync(join(config.dataFolder, name), join(dataFolder, name))
  console.log(`Restored ${newest.file}.`)
  return newest.time
}
