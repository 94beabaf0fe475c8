import { auditLog } from '../../core/audit/audit-log.resource.ts'
import type { Cursors } from '../../core/lists/cursor.ts'
import { refuseFaults } from '../../core/problem.ts'
import type { Reads } from '../../core/store.ts'
import { msg } from '../../model/message.ts'
import { later } from '../../model/text.ts'
import { keptCursors, openPosition, positionAt, sealPosition } from '../events/event-position.ts'
import { headsOf } from '../events/merge-chains.ts'
import { positionInHistory } from '../events/next-events.ts'
import type { WebhookState } from './webhooks.resource.ts'

/** Entries are written in the order of their commits, which is not exactly that of their times. */
export const DISORDER_MS = 60_000

interface ReplayInput {
  readonly after?: string | null | undefined
  readonly from?: string | null | undefined
  readonly to?: string | null | undefined
}

export type ReplayRange = Pick<WebhookState, 'replayCursor' | 'replayFrom' | 'replayTo'>

/** Where a replay begins and ends. */
export async function rangeOf(
  records: Reads,
  cursors: Cursors,
  now: string,
  { after, from, to }: ReplayInput,
): Promise<ReplayRange> {
  if (Boolean(after) === Boolean(from))
    refuseFaults([{ field: 'after', message: msg`Send either after (a cursor) or from (a time).` }])
  const replayTo = to && to < now ? to : now
  if (after) {
    const position = await positionInHistory(records, openPosition(cursors, after), await headsOf(records))
    return { replayCursor: sealPosition(keptCursors, position), replayFrom: null, replayTo }
  }
  if (from! > replayTo) refuseFaults([{ field: 'from', message: msg`from must lie before to, and in the past.` }])
  return { replayCursor: await cursorBefore(records, from!), replayFrom: from!, replayTo }
}

/** A cursor that lies before all events of a time, and not much earlier. */
async function cursorBefore(records: Reads, time: string): Promise<string> {
  const earlier = later(time, -DISORDER_MS)
  const heads = await headsOf(records)
  const sequences = await Promise.all(heads.map((head, chain) => lastBefore(records, chain, head, earlier)))
  return sealPosition(keptCursors, positionAt(sequences))
}

/** The last entry of a chain that is older than a time, by bisection; 0 if there is none. */
async function lastBefore(records: Reads, chain: number, head: number, time: string): Promise<number> {
  let [older, newer] = [0, head + 1]
  while (newer - older > 1) {
    const middle = Math.floor((older + newer) / 2)
    const [entry] = await records.beyond(auditLog, { chain }, 'sequence', middle - 1, 1)
    if (entry && entry.createdAt < time) older = middle
    else newer = middle
  }
  return older
}
