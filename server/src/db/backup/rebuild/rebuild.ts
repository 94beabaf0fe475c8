import { timeText } from '../../../model/text.ts'
import { ArchiveError } from '../../engine.ts'
import type { Rebuilt } from '../continuous.ts'
import {
  type Generation,
  hasSnapshot,
  lacksSnapshot,
  NO_SNAPSHOT,
  rangesOf,
  readSnapshot,
  requireInventory,
} from '../inventory.ts'
import { readLease } from '../lease.ts'
import { type SnapshotManifest, sealedManifest, snapshotName } from '../objects.ts'
import { decryptWith } from '../passphrase.ts'
import { instanceSecrets, SealCheck, secretsInFiles } from '../seals.ts'
import type { RebuildChoices } from '../settings.ts'
import type { Target } from '../target/target.ts'
import { applySegments, type End } from './apply-segments.ts'
import { refuseTwoWriters } from './lineage.ts'
import { DatabasePages } from './pages.ts'
import { Ambiguity } from './passes.ts'
import { downloadSnapshot, findStart, hasSealedBefore, type Start } from './snapshots.ts'

export interface RebuildOptions extends RebuildChoices {
  readonly target: Target
  readonly url: string
  readonly passphrase: string | undefined
  /** The secret of the settings and earlier ones. */
  readonly secrets: readonly string[]
  /** The file to write. */
  readonly file: string
}

/** Writes the database as it was after the last transaction that was committed up to a moment. */
export async function rebuild(options: RebuildOptions): Promise<Rebuilt> {
  const { target, url, moment = Number.POSITIVE_INFINITY } = options
  const all = await requireInventory(target, url)
  const generations = options.generation === undefined ? all : [requireGeneration(all, options)]
  const start = await findStart(target, generations, moment)
  if (options.generation === undefined) await refuseTwoWriters(target, all, start.generation, moment)
  const later = generations.slice(generations.indexOf(start.generation) + 1)
  await refuseWithoutSnapshot(target, start.generation, later, moment)
  const seals = await prepareCheck(options, generations, start)
  const { rebuilt, isPassed, isEnded } = await rebuildFrom(options, start, seals, moment)
  const next = later.find(hasSnapshot)
  if (isPassed || rebuilt.at >= moment || !next || (isEnded && next.beganAt > moment)) return rebuilt
  const { at } = await readSnapshot(target, next.name, next.snapshots[0]!)
  throw new ArchiveError(
    `The backup has a gap from ${timeText(rebuilt.at)} to ${at}. The latest moment before it that can be restored is ${timeText(rebuilt.at)}.`,
  )
}

function requireGeneration(all: readonly Generation[], { generation, url }: RebuildOptions): Generation {
  const found = all.find(({ name }) => name === generation)
  if (found && hasSnapshot(found)) return found
  throw new ArchiveError(
    found
      ? `The generation ${generation} has no snapshot. It cannot be restored.`
      : `There is no generation ${generation} at ${url}. "kontor backups" lists them.`,
  )
}

/** Changes up to the moment that cannot be restored must not be left out silently. */
async function refuseWithoutSnapshot(
  target: Target,
  generation: Generation,
  later: readonly Generation[],
  moment: number,
): Promise<void> {
  const lacking = later.find((other) => other.beganAt <= moment && lacksSnapshot(other))
  if (!lacking) return
  const latest = (await rangesOf(target, generation)).at(-1)
  throw new ArchiveError(
    [
      `The changes since ${timeText(lacking.beganAt)} ${NO_SNAPSHOT}.`,
      ...(latest ? [`The latest moment before that can be restored: --at ${latest.to}`] : []),
    ].join(' '),
  )
}

/** Without the secret, which may be in the backup only, nothing can be checked. */
async function prepareCheck(options: RebuildOptions, generations: readonly Generation[], start: Start) {
  const known = instanceSecrets(options.secrets, options.dataFolder)
  const isLost = options.withoutSecrets === true && known.length === 0
  const isSkipped = options.isUnauthenticated === true || isLost
  const seals = new SealCheck(isSkipped)
  seals.addSecrets(known)
  if (!start.manifest.seal && !isSkipped && (await hasSealedBefore(options.target, generations, start)))
    throw new ArchiveError(
      `${snapshotName(start.generation.name, start.manifest.index)} is not authenticated, although snapshots before it are. It was not written by this instance. Restore an earlier moment, or accept it with --unauthenticated.`,
    )
  return seals
}

interface Outcome {
  readonly rebuilt: Rebuilt
  /** Whether a transaction after the moment was found: all before it is there. */
  readonly isPassed: boolean
  /** Whether the server was stopped after the last transaction. */
  readonly isEnded: boolean
}

async function rebuildFrom(options: RebuildOptions, start: Start, seals: SealCheck, moment: number): Promise<Outcome> {
  const { target, file } = options
  const { generation } = start
  let secrets: Rebuilt['secrets'] = {}
  const manifest = await downloadSnapshot(target, start, file, (found) => {
    secrets = secretsIn(found, options)
    seals.addSecrets(secretsInFiles(secrets))
    seals.check(sealedManifest(found))
  })
  const ambiguity = new Ambiguity(moment, options.isClockAccepted === true)
  ambiguity.checkRange(start.setBacks, manifest.index, start.pass)
  const pages = new DatabasePages(file, manifest.pageSize)
  const end = await applySegments({ target, start, manifest, pages, moment, seals, ambiguity })
  const at = pages.lastCommit(end.isPassed ? moment : end.copiedAt)
  // The moment of the last transaction before a gap can be restored: the message about the gap names it.
  if (end.fault && at < moment)
    throw new ArchiveError(
      `The backup is not whole: ${end.fault}. The latest moment before that can be restored: --at ${timeText(at)}`,
    )
  pages.finish()
  const completeUntil = await completeness(target, generation, end, Date.parse(manifest.at))
  const notes = [...ambiguity.notes, ...seals.notes]
  const rebuilt = { at, secrets, completeUntil, notes }
  return { rebuilt, isPassed: end.isPassed, isEnded: generation.ends.has(end.index) }
}

/** Without changes nothing is copied: the lease tells that there were none. */
async function completeness(target: Target, { name }: Generation, end: End, snapshotAt: number): Promise<number> {
  const progress = (await readLease(target))?.progress
  const isOfLease = progress?.generation === name && progress.index <= end.index
  const copiedAt = end.copiedAt === undefined || end.copiedAt === Number.POSITIVE_INFINITY ? 0 : end.copiedAt
  return Math.max(copiedAt, snapshotAt, isOfLease ? progress.storedUntil : 0)
}

function secretsIn({ secrets }: SnapshotManifest, options: RebuildOptions): Rebuilt['secrets'] {
  const { passphrase, withoutSecrets } = options
  if (secrets === undefined || withoutSecrets) return {}
  if (passphrase === undefined)
    throw new ArchiveError(
      'The backup contains the secret of the instance. Set KONTOR_BACKUP_PASSPHRASE to decrypt it. If the passphrase is lost, "kontor restore --without-secret" restores the data alone.',
    )
  return JSON.parse(decryptWith(passphrase, secrets))
}
