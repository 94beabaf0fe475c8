import { ArchiveError } from '../engine.ts'
import {
  beginOf,
  DamagedObject,
  decodeManifest,
  decodeSegment,
  parseName,
  type Segment,
  type SnapshotManifest,
  segmentName,
  snapshotName,
} from './objects.ts'
import { ObjectMissing, type Target } from './target/target.ts'

/** What the names at a target say about one generation. */
export interface Generation {
  readonly name: string
  /** Milliseconds since 1970. */
  readonly beganAt: number
  /** The numbers of snapshots, in order. */
  readonly snapshots: readonly number[]
  /** The sizes of segments by their numbers. */
  readonly segments: ReadonlyMap<number, number>
  /** The segments after which the server was stopped. */
  readonly ends: ReadonlySet<number>
  readonly bytes: number
}

/** All generations, the oldest first. */
export async function readInventory(target: Target): Promise<Generation[]> {
  const objects = (await target.list()).flatMap(({ name, bytes }) => {
    const parsed = parseName(name)
    return parsed ? [{ ...parsed, bytes }] : []
  })
  const byGeneration = Map.groupBy(objects, ({ generation }) => generation)
  return [...byGeneration]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, found]) => {
      const numbers = (wanted: string) => found.filter(({ kind }) => kind === wanted).map(({ index }) => index)
      const segments = found.filter(({ kind }) => kind === 'wal').map(({ index, bytes }) => [index, bytes] as const)
      return {
        name,
        beganAt: beginOf(name),
        snapshots: numbers('snapshot').sort((one, other) => one - other),
        segments: new Map(segments),
        ends: new Set(numbers('end')),
        bytes: found.reduce((sum, { bytes }) => sum + bytes, 0),
      }
    })
}

/** The last segment that follows a snapshot without one missing in between; that of the snapshot itself if there is none. */
function lastAfter({ segments }: Generation, snapshot: number): number {
  let last = snapshot
  while (segments.has(last + 1)) last++
  return last
}

export const hasLater = ({ segments, snapshots }: Generation, index: number): boolean =>
  [...segments.keys(), ...snapshots].some((other) => other > index)

export const readSnapshot = async (target: Target, generation: string, index: number): Promise<SnapshotManifest> => {
  const name = snapshotName(generation, index)
  return decodeManifest<SnapshotManifest>(name, await target.get(name))
}

/** The newest segment that can be read, for what it says about the whole generation. */
export async function newestSegment(target: Target, { name, segments }: Generation): Promise<Segment | undefined> {
  if (segments.size === 0) return undefined
  const newest = [...segments.keys()].reduce((one, other) => Math.max(one, other))
  return ifReadable(readSegment(target, name, newest))
}

export const readSegment = async (target: Target, generation: string, index: number): Promise<Segment> => {
  const name = segmentName(generation, index)
  return decodeSegment(name, await target.get(name))
}

/** A range of time of which every moment can be restored. */
export interface RestorableRange {
  readonly generation: string
  readonly from: string
  readonly to: string
  readonly snapshots: number
  readonly segments: number
  readonly bytes: number
}

/** Changes that are at the target, but that cannot be restored. */
export interface UnrestorableChanges {
  readonly generation: string
  readonly since: string
  readonly reason: string
}

export const hasSnapshot = ({ snapshots }: Generation): boolean => snapshots.length > 0

/** Whether it has changes that nothing can be applied to: its first snapshot was not stored yet, or never. */
export const lacksSnapshot = (generation: Generation): boolean =>
  !hasSnapshot(generation) && generation.segments.size > 0

/** Part of a backup cannot be read. */
export const isUnreadable = (error: unknown): error is ArchiveError =>
  error instanceof DamagedObject || error instanceof ObjectMissing

export async function ifReadable<T>(
  read: Promise<T>,
  onFault: (fault: string) => void = () => {},
): Promise<T | undefined> {
  try {
    return await read
  } catch (error) {
    if (!isUnreadable(error)) throw error
    onFault(error.message)
    return undefined
  }
}

export const NO_SNAPSHOT = 'have no snapshot yet and cannot be restored'

/** Reads the manifests of snapshots, and the last segment after each run of them. */
export async function restorableRanges(
  target: Target,
  onUnrestorable: (changes: UnrestorableChanges) => void = () => {},
): Promise<RestorableRange[]> {
  const ranges: RestorableRange[] = []
  for (const generation of await readInventory(target)) {
    const since = new Date(generation.beganAt).toISOString()
    const tell = (reason: string) => onUnrestorable({ generation: generation.name, since, reason })
    if (lacksSnapshot(generation)) tell(NO_SNAPSHOT)
    ranges.push(...(await rangesOf(target, generation, (fault) => tell(`cannot all be restored: ${fault}`))))
  }
  return ranges
}

export async function rangesOf(
  target: Target,
  generation: Generation,
  onFault: (fault: string) => void = () => {},
): Promise<RestorableRange[]> {
  const { name, snapshots, bytes } = generation
  const ranges: RestorableRange[] = []
  for (const [last, run] of Map.groupBy(snapshots, (snapshot) => lastAfter(generation, snapshot))) {
    for (const [skipped, first] of run.entries()) {
      const from = (await ifReadable(readSnapshot(target, name, first), onFault))?.at
      if (from === undefined) continue
      const to =
        last === first ? from : (await ifReadable(readSegment(target, name, last), onFault))?.header.committedBefore
      const counts = { snapshots: run.length - skipped, segments: last - first, bytes }
      if (to !== undefined) ranges.push({ generation: name, from, to, ...counts })
      break
    }
  }
  return ranges
}

export async function requireInventory(target: Target, url: string): Promise<Generation[]> {
  const generations = await readInventory(target)
  if (generations.some(hasSnapshot)) return generations
  throw new ArchiveError(
    generations.length === 0
      ? `There is no backup at ${url}.`
      : `The backup at ${url} has no snapshot yet. Nothing can be restored from it.`,
  )
}
