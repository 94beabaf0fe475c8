import { parseName } from './objects.ts'
import type { Target } from './target/target.ts'

const DAY_MS = 86_400_000

interface Kept {
  readonly name: string
  readonly generation: string
  readonly index: number
  readonly kind: string
}

export interface RetentionOptions {
  readonly keepDays: number
  /** Milliseconds since 1970. */
  readonly now: number
  /** The generation that is being written. A snapshot of another with a later name, whatever its time, expires nothing. */
  readonly current: string
  /** Those of other data folders are not touched. */
  readonly own: ReadonlySet<string>
}

/**
 * Removes what is not needed to restore any moment of the last days: snapshots that are followed by another one that is
 * older than that, and the segments before them. `timeOf` tells the time of the last transaction in a snapshot, or 0.
 * A snapshot is taken each day and after each restart. At least as many as days are kept, so that a clock that is far ahead
 * does not remove the whole history at once.
 */
export async function removeExpired(
  target: Target,
  { keepDays, now, current, own }: RetentionOptions,
  timeOf: (manifest: string) => Promise<number>,
): Promise<void> {
  const objects: Kept[] = (await target.list()).flatMap(({ name }) => {
    const parsed = parseName(name)
    return parsed && own.has(parsed.generation) ? [{ name, ...parsed }] : []
  })
  const known = objects.filter(({ generation }) => generation <= current)
  const first = await firstNeeded(known, keepDays, now - keepDays * DAY_MS, timeOf)
  if (!first) return
  const expired = objects.filter((object) => isBefore(object, first))
  // A snapshot without its manifest is none: nothing half-removed is ever taken for whole.
  const manifestsFirst = expired.toSorted(
    (one, other) => Number(other.kind === 'snapshot') - Number(one.kind === 'snapshot'),
  )
  for (const { name } of manifestsFirst) await target.remove(name)
}

/** The newest snapshot from before the limit that has so many after it: with it begins what is kept. */
async function firstNeeded(
  objects: readonly Kept[],
  least: number,
  limit: number,
  timeOf: (manifest: string) => Promise<number>,
): Promise<Kept | undefined> {
  const snapshots = objects
    .filter(({ kind }) => kind === 'snapshot')
    .sort((one, other) => (isBefore(one, other) ? 1 : -1))
  for (const snapshot of snapshots.slice(least)) {
    const time = await timeOf(snapshot.name)
    if (time > 0 && time <= limit) return snapshot
  }
  return undefined
}

/** Segment n is contained in the snapshot of index n. */
function isBefore(object: Kept, snapshot: Kept): boolean {
  if (object.generation !== snapshot.generation) return object.generation < snapshot.generation
  const isContained = object.kind === 'wal' && object.index === snapshot.index
  return object.index < snapshot.index || isContained
}
