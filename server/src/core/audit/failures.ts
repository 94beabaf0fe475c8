import { foldCase, timeText } from '../../model/text.ts'
import { type Store, wholeScope } from '../store.ts'
import { type Occurrence, RepeatCounts } from './repeat-counts.ts'

/** Of addresses that were named within a minute. Beyond this they are counted together, by what has failed. */
const COUNTED_MAX = 30

/** What clients without a credential failed to do, such as signing in: they may try as often as they like. */
export interface Failures {
  /** `named`: the e-mail address that the client has sent, whether or not a user has it: both must take the same time. */
  add(named: string, occurrence: Occurrence): Promise<void>
  /** Writes what was counted; at the end all of it. */
  flush(isEnd: boolean): Promise<void>
}

export function createFailures(store: Store, clock: () => number): Failures {
  const write = ({ actor, operation, ...happening }: Occurrence) =>
    store.write(wholeScope(timeText(clock()), { actor, operation }), async (records) => records.note(happening))
  const counts = new RepeatCounts(write, { max: COUNTED_MAX, beyond: ({ action }) => action })
  return {
    add: (named, occurrence) => counts.add(`${occurrence.action} ${foldCase(named.trim())}`, occurrence, clock()),
    flush: (isEnd) => counts.flush(clock(), isEnd),
  }
}
