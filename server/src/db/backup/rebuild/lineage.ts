import { ArchiveError } from '../../engine.ts'
import { type Generation, hasSnapshot, ifReadable, rangesOf, readInventory, readSnapshot } from '../inventory.ts'
import { type LeaseContent, liveRival } from '../lease.ts'
import type { Target } from '../target/target.ts'

/** Two generations of which the earlier one was written on after the later one had begun: by two servers. */
interface Overlap {
  readonly earlier: Generation
  readonly later: Generation
  /** The time of the first snapshot of the later one: moments before it are in the earlier one only. */
  readonly from: number
}

async function overlapsIn(target: Target, generations: readonly Generation[]): Promise<Overlap[]> {
  const overlaps: Overlap[] = []
  for (const later of generations.filter(hasSnapshot)) {
    const manifest = await ifReadable(readSnapshot(target, later.name, later.snapshots[0]!))
    const { after } = manifest ?? {}
    const earlier = generations.find(({ name }) => name === after?.generation)
    const isContinued = earlier && [...earlier.segments.keys()].some((index) => index > after!.index)
    if (isContinued) overlaps.push({ earlier, later, from: Date.parse(manifest!.at) })
  }
  return overlaps
}

const overlapText = ({ earlier, later }: Overlap): string =>
  `Two servers have written to this target at the same time: ${later.name} began while ${earlier.name} was still written.`

const rivalText = ({ writer }: LeaseContent): string =>
  `Two servers use this target at this moment: run ${writer} waits for another one. Stop one of them, or give it another address.`

/** For messages. */
export async function twoWritersAt(target: Target): Promise<string[]> {
  const rival = await liveRival(target)
  const overlaps = await overlapsIn(target, await readInventory(target))
  return [...overlaps.map(overlapText), ...(rival ? [rivalText(rival)] : [])]
}

/** The operator must say which of two histories is meant. */
export async function refuseTwoWriters(
  target: Target,
  generations: readonly Generation[],
  chosen: Generation,
  moment: number,
): Promise<void> {
  const overlap = (await overlapsIn(target, generations)).find(
    ({ earlier, later, from }) => [earlier, later].includes(chosen) && from <= moment,
  )
  if (overlap) {
    const lines = await Promise.all(
      [overlap.earlier, overlap.later].map(async (generation) => {
        const newest = (await rangesOf(target, generation)).at(-1)
        return `  --generation ${generation.name}   newest change ${newest?.to ?? 'not known'}`
      }),
    )
    throw new ArchiveError([`${overlapText(overlap)} Name the one to restore:`, ...lines].join('\n'))
  }
  const rival = await liveRival(target)
  if (rival)
    throw new ArchiveError(
      `${rivalText(rival)} To restore nevertheless, name what "kontor backups" lists: --generation ${chosen.name}`,
    )
}
