import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, readConfig } from '../../config/config.ts'
import { ownGenerations } from '../../db/backup/own-generations.ts'
import { restoreSecrets } from '../../db/backup/restore-secrets.ts'
import type { BackupSettings, RebuildChoices } from '../../db/backup/settings.ts'
import { requireNoWriter, takeOver } from '../../db/backup/take-over.ts'
import { openTarget } from '../../db/backup/target/open-target.ts'
import { type Archive, ArchiveError } from '../../db/engine.ts'
import { archiveOf, rebuildEmbedded } from '../../db/open.ts'
import { type Command, DONE, expectWords, failed, UsageError } from '../command.ts'
import { backupAt } from './backup-address.ts'
import { readMoment } from './durations.ts'
import { isOtherProcess } from './leftovers.ts'
import { onWait } from './wait-notice.ts'

const SECRET_IS_LEFT_OUT =
  'Warning: the secret of the instance is not restored. If you have a copy of secret.key, put it into the data folder; otherwise run "kontor rotate-secret --lost". The server does not start before that.'

/** A server that is restored to try it must not write to the backup of the one that is in use. */
const notContinued = (url: string, dataFolder: string) =>
  ownGenerations(dataFolder).size > 0
    ? ''
    : `This server does not continue the backup at ${url}, to which KONTOR_BACKUP_URL is set. Set it to another address. If this server takes the place of the one that wrote the backup, run "kontor backups --from ${url} --take-over".`

export const restore: Command = {
  name: 'restore',
  usage: '[--force] <file> | [--force] --from URL [--at MOMENT] [--take-over]',
  summary: 'Restore a backup.',
  help: [
    'Stop every server first. Either all of the backup is restored, or the database stays as it was.',
    'The next start brings a backup of an older version up to date; a backup of a newer version is refused.',
    '',
    '  --from URL   Restore from a continuous backup of the embedded database: file:///folder or s3://bucket/prefix.',
    '               KONTOR_BACKUP_PASSPHRASE decrypts the secret of the instance, which is restored too.',
    '  --at MOMENT  Restore what was committed up to this moment, such as 2026-11-16T10:00Z. Without it: everything.',
    '  --take-over  The restored server takes the place of the one that wrote the backup, which no longer runs, and continues',
    '               the backup there. Refused while a server writes to it. Without it the restored server writes nothing to URL.',
    '  --generation NAME  Restore what one server wrote, of two that wrote to the same address. "kontor backups" lists them.',
    '  --accept-clock     Restore a moment although the clock of the server was set back around it.',
    '  --without-secret   Restore the data alone, because the passphrase is lost. It does not encrypt the data.',
    '  --unauthenticated  Do not check that the backup was written by this instance, because its secret is lost.',
    '  --force      Replace a database that holds data already. Without it that is refused. What is replaced is kept: in',
    '               a file in the data folder, or in another schema of a database server. It stays there until you delete it.',
  ].join('\n'),
  options: {
    force: { type: 'boolean' },
    from: { type: 'string' },
    at: { type: 'string' },
    'take-over': { type: 'boolean' },
    generation: { type: 'string' },
    'accept-clock': { type: 'boolean' },
    'without-secret': { type: 'boolean' },
    unauthenticated: { type: 'boolean' },
  },
  async run({ force, from, ...options }, words) {
    const lacking = from === undefined && Object.keys(options)[0]
    if (lacking) throw new UsageError(`--${lacking} needs --from.`)
    const [file] = expectWords(words, ...(from === undefined ? ['file'] : []))
    const moment = options.at === undefined ? undefined : readMoment('--at', options.at as string)
    const config = readConfig(process.env)
    const settings = from === undefined ? undefined : backupAt(config, from as string)
    try {
      const archive = await archiveOf(config.databaseUrl, config.dataFolder)
      if (!force) await refuseData(archive)
      const lines = settings
        ? await restoreMoment(config, archive, {
            ...{ settings, moment, generation: options.generation as string | undefined },
            withoutSecrets: options['without-secret'] === true,
            isUnauthenticated: options.unauthenticated === true,
            isClockAccepted: options['accept-clock'] === true,
            isTakenOver: options['take-over'] === true,
          })
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

interface RestoredState extends RebuildChoices {
  readonly settings: BackupSettings
  readonly isTakenOver: boolean
}

async function restoreMoment(
  { databaseUrl, dataFolder, backupUrl }: Config,
  archive: Archive,
  { settings, isTakenOver, ...choices }: RestoredState,
): Promise<string[]> {
  if (databaseUrl !== undefined)
    throw new ArchiveError('--from restores the embedded database. Unset DATABASE_URL, or restore a file.')
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  removeLeftovers(dataFolder)
  const { url } = settings
  const taking = { target: openTarget(url, settings), url, dataFolder, onWait }
  const lease = isTakenOver ? await requireNoWriter(taking) : undefined
  const file = join(dataFolder, `restore.${process.pid}.partial`)
  try {
    const { at, secrets, notes } = await rebuildEmbedded(settings, choices.moment, file, { ...choices, dataFolder })
    const kept = await archive.restore(file)
    if (isTakenOver) await takeOver(taking, lease)
    const keptSecrets = await restoreSecrets(dataFolder, secrets)
    const last = new Date(at).toISOString()
    return [
      `Restored from ${url}. The last change in it was committed at ${last}.`,
      kept ?? '',
      ...keptSecrets,
      ...notes,
      choices.withoutSecrets ? SECRET_IS_LEFT_OUT : '',
      isTakenOver ? `This server continues the backup at ${url}.` : '',
      !isTakenOver && backupUrl === url ? notContinued(url, dataFolder) : '',
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
