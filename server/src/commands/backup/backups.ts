import { readConfig } from '../../config/config.ts'
import { type RestorableRange, restorableRanges, type UnrestorableChanges } from '../../db/backup/inventory.ts'
import { openTarget } from '../../db/backup/target/open-target.ts'
import { ArchiveError } from '../../db/engine.ts'
import { explainFailure } from '../../db/whole-file.ts'
import { type Command, DONE, expectWords, failed } from '../command.ts'
import { backupAt } from './backup-address.ts'

export const backups: Command = {
  name: 'backups',
  usage: '[--from URL] [--json]',
  summary: 'List what a continuous backup can restore.',
  help: [
    'Each line is a range of time of which every moment can be restored with "kontor restore --from URL --at MOMENT".',
    'A new line begins where the server was stopped, or where the backup has a gap.',
    '',
    '  --from URL   file:///folder or s3://bucket/prefix; KONTOR_BACKUP_URL if not set.',
    '  --json       Print JSON.',
  ].join('\n'),
  options: { from: { type: 'string' }, json: { type: 'boolean' } },
  async run({ from, json }, words) {
    expectWords(words)
    const settings = backupAt(readConfig(process.env), from as string | undefined)
    try {
      const unrestorable: UnrestorableChanges[] = []
      const ranges = await explainFailure(`The backup at ${settings.url} cannot be read`, () =>
        restorableRanges(openTarget(settings.url, settings), (changes) => unrestorable.push(changes)),
      )
      const newest = ranges.at(-1)
      const complaints = unrestorable.map(complaintOf)
      if (!newest) return failed(complaints.join('\n') || `There is no backup at ${settings.url}.`)
      const ageSeconds = Math.max(0, Math.round((Date.now() - Date.parse(newest.to)) / 1000))
      if (json) console.log(JSON.stringify({ url: settings.url, ageSeconds, ranges, unrestorable }, null, 2))
      else {
        const age = `The newest change that can be restored is ${ageSeconds} seconds old.`
        console.log([...ranges.map(lineOf), age, ...complaints].join('\n'))
      }
      return DONE
    } catch (error) {
      if (error instanceof ArchiveError) return failed(error.message)
      throw error
    }
  },
}

function lineOf({ from, to, snapshots, segments, bytes, generation }: RestorableRange): string {
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`
  return `${from} to ${to}  ${plural(snapshots, 'snapshot')}, ${plural(segments, 'segment')}, ${size}  ${generation}`
}

const complaintOf = ({ since, reason, generation }: UnrestorableChanges) =>
  `Changes since ${since} ${reason}  ${generation}`

const plural = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`
