import { readConfig } from '../config.ts'
import { type Archive, ArchiveError } from '../db/engine.ts'
import { archiveOf } from '../db/open.ts'
import { type Command, DONE, expectWords, failed } from './command.ts'

export const restore: Command = {
  name: 'restore',
  usage: '[--force] <file>',
  summary: 'Bring a backup back.',
  help: [
    'Stop every server first. Either all of the backup is brought back, or the database stays as it was.',
    'The next start brings a backup of an older version up to date.',
    '',
    '  --force   Replace everything in a database that is already in use. Without it that is refused.',
  ].join('\n'),
  options: { force: { type: 'boolean' } },
  async run({ force }, words) {
    const [file] = expectWords(words, 'file') as [string]
    const { databaseUrl, dataFolder } = readConfig(process.env)
    try {
      await bringBack(await archiveOf(databaseUrl, dataFolder), file, force === true)
    } catch (error) {
      if (error instanceof ArchiveError) return failed(error.message)
      throw error
    }
    console.log(`Restored from ${file}.`)
    return DONE
  },
}

async function bringBack(archive: Archive, file: string, isForced: boolean): Promise<void> {
  if (!isForced && (await archive.holdsData()))
    throw new ArchiveError('This database is in use already. With --force everything in it is replaced by the backup.')
  await archive.restore(file)
}
