import {
  type Generation,
  hasLater,
  hasSnapshot,
  isUnreadable,
  lacksSnapshot,
  NO_SNAPSHOT,
  rangesOf,
  readSegment,
  readSnapshot,
  requireInventory,
} from '../../backup/inventory.ts'
import { follows, type LogPosition, type SnapshotManifest, segmentName } from '../../backup/objects.ts'
import { decryptWith } from '../../backup/passphrase.ts'
import type { Target } from '../../backup/target/target.ts'
import { ArchiveError, type Rebuilt } from '../../engine.ts'
import { DatabasePages } from './pages.ts'
import { downloadSnapshot, findStart, type Start } from './snapshots.ts'

interface RebuildOptions {
  readonly target: Target
  readonly url: string
  /** Milliseconds since 1970; the newest state if not set. */
  readonly moment: number | undefined
  readonly passphrase: string | undefined
  /** The passphrase is lost: the secrets of the instance are left out. */
  readonly withoutSecrets: boolean
  /** The file to write. */
  readonly file: string
}

const timeText = (time: number) => new Date(time).toISOString()

/** Writes the database as it was after the last transaction that was committed up to a moment. */
export async function rebuild(options: RebuildOptions): Promise<Rebuilt> {
  const { target, url, moment = Number.POSITIVE_INFINITY } = options
  const generations = await requireInventory(target, url)
  const start = await findStart(target, generations, moment)
  const later = generations.slice(generations.indexOf(start.generation) + 1)
  await refuseWithoutSnapshot(target, start.generation, later, moment)
  const { rebuilt, isPassed, isEnded } = await rebuildFrom(options, start, moment)
  const next = later.find(hasSnapshot)
  if (isPassed || rebuilt.at >= moment || !next || (isEnded && next.beganAt > moment)) return rebuilt
  // Whether anything was committed after the end of one generation is told by the first snapshot of the next.
  const manifest = await readSnapshot(target, next.name, next.snapshots[0]!)
  if (Date.parse(manifest.at) <= moment)
    return (await rebuildFrom(options, { generation: next, manifest }, moment)).rebuilt
  throw new ArchiveError(
    `The backup has a gap from ${timeText(rebuilt.at)} to ${manifest.at}. The latest moment before it that can be restored is ${timeText(rebuilt.at)}.`,
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

interface Outcome {
  readonly rebuilt: Rebuilt
  /** Whether a transaction after the moment was found: all before it is there. */
  readonly isPassed: boolean
  /** Whether the server was stopped after the last transaction. */
  readonly isEnded: boolean
}

async function rebuildFrom(options: RebuildOptions, start: Start, moment: number): Promise<Outcome> {
  const { target, file } = options
  const { generation } = start
  let secrets: Rebuilt['secrets'] = {}
  const manifest = await downloadSnapshot(target, start, file, (found) => {
    secrets = secretsIn(found, options)
  })
  const pages = new DatabasePages(file, manifest.pageSize)
  const end = await applySegments(target, generation, manifest, pages, moment)
  const at = pages.lastCommit()
  // The moment of the last transaction before a gap can be restored: the message about the gap names it.
  if (end.fault && at < moment)
    throw new ArchiveError(
      `The backup is not whole: ${end.fault}. The latest moment before that can be restored: --at ${timeText(at)}`,
    )
  pages.finish()
  return { rebuilt: { at, secrets }, isPassed: end.isPassed, isEnded: generation.ends.has(end.index) }
}

interface End {
  /** Of the last segment that was applied. */
  readonly index: number
  /** Whether a transaction after the moment was found. */
  readonly isPassed: boolean
  /** Why no more could be applied, although there is more. */
  readonly fault?: string
}

async function applySegments(
  target: Target,
  generation: Generation,
  { index: first, position }: SnapshotManifest,
  pages: DatabasePages,
  moment: number,
): Promise<End> {
  let index = first
  for (let end: LogPosition = position; generation.segments.has(index + 1); index++) {
    const segment = await readSegment(target, generation.name, index + 1).catch((error) => {
      if (isUnreadable(error)) return undefined
      throw error
    })
    if (!segment) return { index, isPassed: false, fault: `${segmentName(generation.name, index + 1)} is damaged` }
    const { header, frames } = segment
    if (!follows(end, header.from))
      return { index, isPassed: false, fault: `segment ${header.index} does not follow the one before it` }
    if (Date.parse(header.committedBefore) <= moment) pages.apply(frames())
    else if (applyUntil(pages, frames(), moment)) return { index: index + 1, isPassed: true }
    end = header.to
  }
  const isMissing = hasLater(generation, index)
  return { index, isPassed: false, ...(isMissing && { fault: `segment ${index + 1} is missing` }) }
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

/** Applies the transactions up to the moment. Returns whether a later one was found. */
function applyUntil(pages: DatabasePages, frames: Buffer, moment: number): boolean {
  const ends = [0, ...pages.transactionEnds(frames)]
  const isWithin = (count: number): boolean => {
    const undo = pages.applyUndoably(frames.subarray(0, ends[count]))
    const time = pages.lastCommit()
    undo()
    return time <= moment
  }
  let [within, beyond] = [0, ends.length]
  while (beyond - within > 1) {
    const middle = Math.floor((within + beyond) / 2)
    if (isWithin(middle)) within = middle
    else beyond = middle
  }
  pages.apply(frames.subarray(0, ends[within]))
  return within < ends.length - 1
}
