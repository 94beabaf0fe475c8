import { existsSync } from 'node:fs'
import { readConfig } from '../../config/config.ts'
import { type RestorableRange, restorableRanges, type UnrestorableChanges } from '../../db/backup/inventory.ts'
import type { BackupSettings } from '../../db/backup/settings.ts'
import { requireNoWriter, takeOver } from '../../db/backup/take-over.ts'
import { openTarget } from '../../db/backup/target/open-target.ts'
import { ArchiveError } from '../../db/engine.ts'
import { embeddedFile, twoWritersAt } from '../../db/open.ts'
import { explainFailure } from '../../db/whole-file.ts'
import { type Command, DONE, expectWords, failed } from '../command.ts'
import { backupAt } from './backup-address.ts'
import { onWait } from './wait-notice.ts'

export const backups: Command = {
  name: 'backups',
  usage: '[--from URL] [--json | --take-over]',
  summary: 'List what a continuous backup can restore.',
  help: [
    'Each line is a range of time of which every moment can be restored with "kontor restore --from URL --at MOMENT".',
    'A new line begins where the backup has a gap, or where another server has taken over.',
    'Exits with 1 if two servers have written to the same address.',
    '',
    '  --from URL   file:///folder or s3://bucket/prefix; KONTOR_BACKUP_URL if not set.',
    '  --json       Print JSON.',
    '  --take-over  From now on the server of this data folder writes there, in the place of one that no longer runs. Refused',
    '               while a server writes to it.',
  ].join('\n'),
  options: { from: { type: 'string' }, json: { type: 'boolean' }, 'take-over': { type: 'boolean' } },
  async run({ from, json, 'take-over': isTakenOver }, words) {
    expectWords(words)
    const config = readConfig(process.env)
    const settings = backupAt(config, from as string | undefined)
    try {
      const reading = `The backup at ${settings.url} cannot be read`
      return await explainFailure(reading, () =>
        isTakenOver ? takeOverTarget(settings, config.dataFolder) : list(settings, json === true),
      )
    } catch (error) {
      if (error instanceof ArchiveError) return failed(error.message)
      throw error
    }
  },
}

async function takeOverTarget(settings: BackupSettings, dataFolder: string): Promise<number> {
  const { url } = settings
  if (!existsSync(embeddedFile(dataFolder))) throw new ArchiveError(`There is no database in ${dataFolder}.`)
  const taking = { target: openTarget(url, settings), url, dataFolder, onWait }
  await takeOver(taking, await requireNoWriter(taking))
  console.log(`The server of ${dataFolder} continues the backup at ${url}. If it runs, it begins within a minute.`)
  return DONE
}

async function list(settings: BackupSettings, isJson: boolean): Promise<number> {
  const { url } = settings
  const target = openTarget(url, settings)
  const unrestorable: UnrestorableChanges[] = []
  const ranges = await restorableRanges(target, (changes) => unrestorable.push(changes))
  const newest = ranges.at(-1)
  const complaints = unrestorable.map(complaintOf)
  if (!newest) return failed(complaints.join('\n') || `There is no backup at ${url}.`)
  const twoWriters = await twoWritersAt(target)
  const ageSeconds = Math.max(0, Math.round((Date.now() - Date.parse(newest.to)) / 1000))
  if (isJson) console.log(JSON.stringify({ url, ageSeconds, ranges, unrestorable, twoWriters }, null, 2))
  else {
    const age = `The newest change that can be restored is ${ageSeconds} seconds old.`
    console.log([...ranges.map(lineOf), age, ...complaints].join('\n'))
  }
  return twoWriters.length > 0 ? failed(twoWriters.join('\n')) : DONE
}

function lineOf({ from, to, snapshots, segments, bytes, generation }: RestorableRange): string {
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`
  return `${from} to ${to}  ${plural(snapshots, 'snapshot')}, ${plural(segments, 'segment')}, ${size}  ${generation}`
}

const complaintOf = ({ since, reason, generation }: UnrestorableChanges) =>
  `Changes since ${since} ${reason}  ${generation}`

const plural = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`
