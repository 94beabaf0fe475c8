import { later } from '../model/text.ts'
import type { Condition } from './lists/list-query.ts'

/** The clocks of two nodes, or of one before and after it was set, may differ by so much. */
const DIFFERENCE_MS = 86_400_000

/**
 * Whether work is due that was put off to a stored time. A time that lies further ahead than any wait was written while the
 * clock was ahead: the work must not wait until that clock is reached.
 */
export const isDue = (at: string, now: string, longestWaitMs: number): boolean =>
  at <= now || at > later(now, longestWaitMs)

/** The same as conditions, one for each range of an index on the time. */
export const dueRanges = (path: string, now: string, longestWaitMs: number): readonly Condition[] => [
  { path, operator: 'lte', values: [now] },
  { path, operator: 'gt', values: [later(now, longestWaitMs)] },
]

/** Whether a time was stored while the clock was ahead. How long ago that was, nothing tells. */
export const isAhead = (at: string, now: string, differenceMs = DIFFERENCE_MS): boolean =>
  at > now && at > later(now, differenceMs)

/**
 * Whether something that was stored with an end is over. What was stored while the clock was ahead counts as over: it must not
 * last until that clock is reached.
 */
export const isOver = ({ createdAt, expiresAt }: Readonly<Record<'createdAt' | 'expiresAt', string>>, now: string) =>
  expiresAt <= now || isAhead(createdAt, now)
