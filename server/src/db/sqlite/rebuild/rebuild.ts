import { hash } from 'node:crypto'
import { appendFileSync, writeFileSync } from 'node:fs'
import { zstdDecompressSync } from 'node:zlib'
import { type Generation, hasLater, readSegment, readSnapshot, requireInventory } from '../../backup/inventory.ts'
import { DamagedObject, follows, type LogPosition, type SnapshotManifest } from '../../backup/objects.ts'
import { decryptWith } from '../../backup/passphrase.ts'
import { ObjectMissing } from '../../backup/target/errors.ts'
import type { Target } from '../../backup/target/target.ts'
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
  if (outcome.isExact || !next) return outcome.rebuilt
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
  const { target, passphrase, file } = options
  const manifest = await loadSnapshot(options, generation, moment)
  const secrets = secretsIn(manifest, passphrase)
  const pages = new DatabasePages(file, manifest.pageSize)
  let position: LogPosition = manifest.position
  let index = manifest.index
  let isPassed = false
  while (!isPassed && generation.segments.has(index + 1)) {
    const { header, frames } = await segmentAt(target, generation.name, index + 1, pages)
    if (!follows(position, header.from)) throw gapAt(pages, `segment ${header.index} does not follow the one before it`)
    if (Date.parse(header.committedBefore) <= moment) pages.apply(frames())
    else isPassed = applyUntil(pages, frames(), moment)
    position = header.to
    index++
  }
  if (!isPassed && hasLater(generation, index)) throw gapAt(pages, `segment ${index + 1} is missing`)
  const at = pages.lastCommit()
  pages.finish()
  return { rebuilt: { at, secrets }, isExact: isPassed || generation.ends.has(index) }
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

async function segmentAt(target: Target, generation: string, index: number, pages: DatabasePages) {
  try {
    return await readSegment(target, generation, index)
  } catch (error) {
    throw isUnreadable(error) ? gapAt(pages, (error as Error).message.replace(/\.$/, '')) : error
  }
}

const gapAt = (pages: DatabasePages, reason: string) =>
  new ArchiveError(
    `The backup is not whole: ${reason}. The latest moment before that can be restored: --at ${timeText(pages.lastCommit())}`,
  )

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
