import { hasLater, isUnreadable, readSegment } from '../inventory.ts'
import { follows, type LogPosition, type SegmentHeader, type SnapshotManifest, segmentName } from '../objects.ts'
import type { SealCheck } from '../seals.ts'
import type { Target } from '../target/target.ts'
import type { DatabasePages } from './pages.ts'
import type { Ambiguity } from './passes.ts'
import type { Start } from './snapshots.ts'

interface Applying {
  readonly target: Target
  readonly start: Start
  /** Of the snapshot that the pages are of: that of the start, or one before it. */
  readonly manifest: SnapshotManifest
  readonly pages: DatabasePages
  readonly moment: number
  readonly seals: SealCheck
  readonly ambiguity: Ambiguity
}

export interface End {
  /** Of the last segment that was applied. */
  readonly index: number
  /** The clock when it was copied; undefined if that is not known. */
  readonly copiedAt: number | undefined
  /** Whether a transaction after the moment was found. */
  readonly isPassed: boolean
  /** Why no more could be applied, although there is more. */
  readonly fault?: string
}

/** Earlier versions wrote the time of the last transaction instead. */
const copiedAtOf = ({ copiedAt, committedBefore }: SegmentHeader): number => Date.parse(copiedAt ?? committedBefore)

/** Applies the segments after a snapshot, up to the moment. */
export async function applySegments(applying: Applying): Promise<End> {
  const { target, start, manifest, pages, moment, seals, ambiguity } = applying
  const { generation, setBacks, pass } = start
  let index = manifest.index
  let copiedAt = manifest.writer === undefined ? undefined : Date.parse(manifest.at)
  for (let end: LogPosition = manifest.position; generation.segments.has(index + 1); index++) {
    if (index + 1 >= pass.end) return { index, copiedAt, isPassed: true }
    const segment = await readSegment(target, generation.name, index + 1).catch((error) => {
      if (isUnreadable(error)) return undefined
      throw error
    })
    const at = { index, copiedAt, isPassed: false }
    if (!segment) return { ...at, fault: `${segmentName(generation.name, index + 1)} is damaged` }
    const { header, frames } = segment
    if (!follows(end, header)) return { ...at, fault: `segment ${header.index} does not follow the one before it` }
    seals.check(segment.sealed)
    copiedAt = copiedAtOf(header)
    if (copiedAt <= moment || header.index < pass.first) pages.apply(frames())
    else {
      ambiguity.checkEnd(setBacks, header.index, copiedAt)
      const limit = header.copiedAt === undefined ? undefined : copiedAt
      if (applyUntil(pages, frames(), moment, limit)) return { index: index + 1, copiedAt, isPassed: true }
    }
    end = header.to
  }
  const isMissing = hasLater(generation, index)
  return { index, copiedAt, isPassed: false, ...(isMissing && { fault: `segment ${index + 1} is missing` }) }
}

/** Applies the transactions up to the moment. Returns whether a later one was found. Ids after the limit are not believed. */
function applyUntil(pages: DatabasePages, frames: Buffer, moment: number, limit: number | undefined): boolean {
  const ends = [0, ...pages.transactionEnds(frames)]
  // Of transactions that are applied already, while the clock was ahead: they say nothing about these.
  const ignored = limit === undefined ? undefined : pages.commitsAfter(moment)
  const isWithin = (count: number): boolean => {
    const undo = pages.applyUndoably(frames.subarray(0, ends[count]))
    const time = pages.lastCommit(limit, ignored)
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
