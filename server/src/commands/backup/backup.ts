import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { noteRun } from '../../app/last-runs.ts'
import { readConfig } from '../../config/config.ts'
import { type Archive, ArchiveError } from '../../db/engine.ts'
import { archiveOf } from '../../db/open.ts'
import { type Command, DONE, expectWords, failed, UsageError } from '../command.ts'
import { readCount, readDuration } from './durations.ts'
import { removeLeftoversBeside } from './leftovers.ts'
import { backUpBySchedule, requireFolder, type Schedule } from './scheduled-backups.ts'

const KEPT = '14'

export const backup: Command = {
  name: 'backup',
  usage: '<file> | --every DURATION [--keep N] <folder>',
  summary: 'Copy the whole database into a file.',
  help: [
    'The copy is a consistent snapshot, and the server may keep running meanwhile. The file is checked before it gets its name;',
    'an existing file is never overwritten. What a backup that was killed has left is removed by a later one.',
    '',
    'The embedded database is copied by Kontor itself; for a database server its own pg_dump is called.',
    '',
    'Without the secret of the instance the server does not start on the restored database. KONTOR_SECRET is in no copy. A',
    'generated secret is in the copy of a database server, but not in that of an embedded database: also keep secret.key and, if',
    'there is one, secret.previous.key of the data folder, in another place than the backups.',
    '',
    '  --every DURATION  Keep running and write a file into the folder in this interval: 30m, 6h, 1d. Files are named by time.',
    `  --keep N          Delete the oldest of these files beyond this number; ${KEPT} if not set.`,
  ].join('\n'),
  options: { every: { type: 'string' }, keep: { type: 'string' } },
  async run({ every, keep }, words) {
    if (every === undefined && keep !== undefined) throw new UsageError('--keep needs --every.')
    const everyMs = every === undefined ? undefined : readDuration('--every', every as string)
    const kept = readCount('--keep', (keep as string | undefined) ?? KEPT)
    const [place] = expectWords(words, everyMs === undefined ? 'file' : 'folder') as [string]
    const { databaseUrl, dataFolder } = readConfig(process.env)
    const archive = await archiveOf(databaseUrl, dataFolder)
    const onDone = async (file: string) => {
      await noteRun(dataFolder, 'backup')
      console.log(`Backed up to ${file} (${megabytes(statSync(file).size)} MB), and checked.`)
    }
    try {
      if (everyMs === undefined) {
        if (existsSync(dirname(resolve(place)))) removeLeftoversBeside(place)
        await archive.backup(place)
        await onDone(place)
      } else await backUpUntilStopped(archive, { folder: place, everyMs, keep: kept, onDone })
      return DONE
    } catch (error) {
      if (error instanceof ArchiveError) return failed(error.message)
      throw error
    }
  },
}

async function backUpUntilStopped(archive: Archive, schedule: Omit<Schedule, 'stopped' | 'onFailure'>): Promise<void> {
  requireFolder(schedule.folder)
  const stopping = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.abort())
  await backUpBySchedule(archive, { ...schedule, stopped: stopping.signal, onFailure: failed })
}

const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1)
