import { statSync } from 'node:fs'
import { noteRun } from '../app/last-runs.ts'
import { readConfig } from '../config/config.ts'
import { ArchiveError } from '../db/engine.ts'
import { archiveOf } from '../db/open.ts'
import { type Command, DONE, expectWords, failed } from './command.ts'

export const backup: Command = {
  name: 'backup',
  usage: '<file>',
  summary: 'Copy the whole database into a file.',
  help: [
    'The copy is a consistent snapshot, and the server may keep running meanwhile. The file is checked before it gets its name;',
    'an existing file is never overwritten.',
    '',
    'The embedded database is copied by Kontor itself; for a database server its own pg_dump is called. The secret of the',
    'instance (KONTOR_SECRET, or secret.key in the data folder) is not in the copy of an embedded database: keep it as',
    'well, or all users have to sign in again after a restore.',
  ].join('\n'),
  options: {},
  async run(_options, words) {
    const [file] = expectWords(words, 'file') as [string]
    const { databaseUrl, dataFolder } = readConfig(process.env)
    try {
      await (await archiveOf(databaseUrl, dataFolder)).backup(file)
      await noteRun(dataFolder, 'backup')
    } catch (error) {
      if (error instanceof ArchiveError) return failed(error.message)
      throw error
    }
    console.log(`Backed up to ${file} (${megabytes(statSync(file).size)} MB), and checked.`)
    return DONE
  },
}

const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1)
