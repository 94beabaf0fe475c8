import { ArchiveError } from '../engine.ts'
import {
  beginOf,
  decodeManifest,
  decodeSegment,
  parseName,
  type SnapshotManifest,
  segmentName,
  snapshotName,
} from './objects.ts'
import type { Target } from './target/target.ts'

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
export function lastAfter({ segments }: Generation, snapshot: number): number {
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

export const readSegment = async (target: Target, generation: string, index: number) => {
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

/** Reads the manifests of snapshots, and the last segment after each run of them. */
export async function restorableRanges(target: Target): Promise<RestorableRange[]> {
  const ranges: RestorableRange[] = []
  for (const generation of await readInventory(target)) {
    const { name, snapshots, bytes } = generation
    const runs = Map.groupBy(snapshots, (snapshot) => lastAfter(generation, snapshot))
    for (const [last, [first, ...others]] of runs) {
      const { at } = await readSnapshot(target, name, first!)
      const to = last === first ? at : (await readSegment(target, name, last)).header.committedBefore
      ranges.push({ generation: name, from: at, to, snapshots: others.length + 1, segments: last - first!, bytes })
    }
  }
  return ranges
}

export async function requireInventory(target: Target, url: string): Promise<Generation[]> {
  const generations = (await readInventory(target)).filter(({ snapshots }) => snapshots.length > 0)
  if (generations.length === 0) throw new ArchiveError(`There is no backup at ${url}.`)
  return generations
}
