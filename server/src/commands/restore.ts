import { readConfig } from '../config/config.ts'
import { type Archive, ArchiveError } from '../db/engine.ts'
import { archiveOf } from '../db/open.ts'
import { type Command, DONE, expectWords, failed } from './command.ts'

export const restore: Command = {
  name: 'restore',
  usage: '[--force] <file>',
  summary: 'Restore a backup.',
  help: [
    'Stop every server first. Either all of the backup is restored, or the database stays as it was.',
    'The next start brings a backup of an older version up to date; a backup of a newer version is refused.',
    '',
    '  --force   Replace a database that holds data already. Without it that is refused. What is replaced is kept: in',
    '            a file in the data folder, or in another schema of a database server. It stays there until you delete it.',
  ].join('\n'),
  options: { force: { type: 'boolean' } },
  async run({ force }, words) {
    const [file] = expectWords(words, 'file') as [string]
    const { databaseUrl, dataFolder } = readConfig(process.env)
    try {
      const kept = await replace(await archiveOf(databaseUrl, dataFolder), file, force === true)
      console.log([`Restored from ${file}.`, ...(kept ? [kept] : [])].join('\n'))
      return DONE
    } catch (error) {
      if (error instanceof ArchiveError) return failed(error.message)
      throw error
    }
  },
}

async function replace(archive: Archive, file: string, isForced: boolean): Promise<string | undefined> {
  if (!isForced && (await archive.holdsData()))
    throw new ArchiveError(
      'This database holds data already. With --force it is replaced by the backup, and what was there is kept beside it.',
    )
  return archive.restore(file)
}
