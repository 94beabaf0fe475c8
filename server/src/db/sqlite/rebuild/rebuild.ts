import { hash } from 'node:crypto'
import { appendFileSync, writeFileSync } from 'node:fs'
import { zstdDecompressSync } from 'node:zlib'
import { type Generation, hasLater, readSegment, readSnapshot, requireInventory } from '../../backup/inventory.ts'
import { DamagedObject, follows, type LogPosition, type SnapshotManifest, segmentName } from '../../backup/objects.ts'
import { decryptWith } from '../../backup/passphrase.ts'
import { ObjectMissing, type Target } from '../../backup/target/target.ts'
import { ArchiveError, type Rebuilt } from '../../engine.ts'
import { OWNER_ONLY } from '../../whole-file.ts'
import { DatabasePages } from './pages.ts'

export interface RebuildOptions {
  readonly target: Target
  readonly url: string
  /** Milliseconds since 1970; the newest state if not set. */
  readonly moment: number | undefined
  readonly passphrase: string | undefined
  /** The file to write. */
  readonly file: string
}

/** Part of a backup cannot be read. Another snapshot may lead around it. */
const isUnreadable = (error: unknown) => error instanceof DamagedObject || error instanceof ObjectMissing

const timeText = (time: number) => new Date(time).toISOString()

/** Writes the database as it was after the last transaction that was committed up to a moment. */
export async function rebuild(options: RebuildOptions): Promise<Rebuilt> {
  const { target, url, moment = Number.POSITIVE_INFINITY } = options
  const generations = await requireInventory(target, url)
  const begun = generations.findLastIndex(({ beganAt }) => beganAt <= moment)
  const chosen = generations[Math.max(0, begun)]!
  const next = generations[Math.max(0, begun) + 1]
  const outcome = await rebuildFrom(options, chosen, moment)
  if (outcome.isExact || !next || outcome.rebuilt.at >= moment) return outcome.rebuilt
  // Whether anything was committed after the end of one generation is told by the first snapshot of the next.
  const first = await readSnapshot(target, next.name, next.snapshots[0]!)
  if (Date.parse(first.at) <= moment) return (await rebuildFrom(options, next, moment)).rebuilt
  throw new ArchiveError(
    `The backup has a gap from ${timeText(outcome.rebuilt.at)} to ${first.at}. The latest moment before it that can be restored is ${timeText(outcome.rebuilt.at)}.`,
  )
}

interface Outcome {
  readonly rebuilt: Rebuilt
  /** Whether it is known that nothing else was committed up to the moment. */
  readonly isExact: boolean
}

async function rebuildFrom(options: RebuildOptions, generation: Generation, moment: number): Promise<Outcome> {
  const manifest = await loadSnapshot(options, generation, moment)
  const secrets = secretsIn(manifest, options.passphrase)
  const pages = new DatabasePages(options.file, manifest.pageSize)
  const end = await applySegments(options.target, generation, manifest, pages, moment)
  const at = pages.lastCommit()
  // The moment of the last transaction before a gap can be restored: the message about the gap names it.
  if (end.fault && at < moment)
    throw new ArchiveError(
      `The backup is not whole: ${end.fault}. The latest moment before that can be restored: --at ${timeText(at)}`,
    )
  pages.finish()
  const isExact = end.isPassed || end.fault !== undefined || generation.ends.has(end.index)
  return { rebuilt: { at, secrets }, isExact }
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

/** The newest snapshot up to the moment; if it is damaged, the one before it. */
async function loadSnapshot(
  { target, file }: RebuildOptions,
  { name, snapshots }: Generation,
  moment: number,
): Promise<SnapshotManifest> {
  const faults: string[] = []
  let earliest: string | undefined
  for (const index of snapshots.toReversed()) {
    try {
      const manifest = await readSnapshot(target, name, index)
      earliest = manifest.at
      if (Date.parse(manifest.at) > moment) continue
      await download(target, manifest, file)
      return manifest
    } catch (error) {
      if (!isUnreadable(error)) throw error
      faults.push((error as Error).message)
    }
  }
  if (faults.length > 0) throw new ArchiveError(`No snapshot can be read: ${faults.join(' ')}`)
  throw new ArchiveError(`The earliest moment that can be restored is ${earliest}.`)
}

async function download(target: Target, { parts }: SnapshotManifest, file: string): Promise<void> {
  writeFileSync(file, '', { mode: OWNER_ONLY })
  for (const { name, sha256 } of parts) {
    const bytes = await target.get(name)
    if (hash('sha256', bytes) !== sha256) throw new DamagedObject(`${name} is damaged.`)
    appendFileSync(file, zstdDecompressSync(bytes))
  }
}

function secretsIn({ secrets }: SnapshotManifest, passphrase: string | undefined): Readonly<Record<string, string>> {
  if (secrets === undefined) return {}
  if (passphrase === undefined)
    throw new ArchiveError(
      'The backup contains the secret of the instance. Set KONTOR_BACKUP_PASSPHRASE to decrypt it.',
    )
  return JSON.parse(decryptWith(passphrase, secrets))
}

/** Applies the transactions up to the moment. Returns whether a later one was found. */
function applyUntil(pages: DatabasePages, frames: Buffer, moment: number): boolean {
  const ends = [0, ...pages.transactionEnds(frames)]
  const isWithin = (count: number): boolean => {
    const undo = pages.apply(frames.subarray(0, ends[count]))
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
