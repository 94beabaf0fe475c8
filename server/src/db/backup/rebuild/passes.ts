import { timeText } from '../../../model/text.ts'
import { ArchiveError } from '../../engine.ts'
import type { SetBack } from '../objects.ts'

/** Segments between two settings back of the clock: their times do not decrease. */
export interface Pass {
  /** The first segment, and the first that does not belong to it any more. */
  readonly first: number
  readonly end: number
}

/** In which the moment is: the last one that began before it. A clock that was ahead does not hide what came later. */
export function passOf(setBacks: readonly SetBack[], moment: number): Pass {
  const begun = setBacks.filter(({ to }) => to <= moment).at(-1)
  const next = setBacks[begun ? setBacks.indexOf(begun) + 1 : 0]
  return { first: begun?.index ?? 0, end: next?.index ?? Number.POSITIVE_INFINITY }
}

/** Settings back of the clock that make a moment ambiguous. */
export class Ambiguity {
  readonly #moment: number
  readonly #isAccepted: boolean
  /** For the operator. */
  readonly notes: string[] = []

  constructor(moment: number, isAccepted: boolean) {
    this.#moment = moment
    this.#isAccepted = isAccepted
  }

  /** Before segments after a snapshot are applied: those before a setting back may have later times than the moment. */
  checkRange(setBacks: readonly SetBack[], snapshot: number, { first }: Pass): void {
    for (const setBack of setBacks.filter(({ index }) => index <= first)) {
      if (setBack.from <= this.#moment) continue
      if (setBack.index > snapshot) this.#refuse(setBack)
      else if (setBack.to <= this.#moment) this.notes.push(`Note: ${textOf(setBack)} ${INCLUDED}`)
    }
  }

  /** When the moment is found in a segment that was copied at a time to which the clock was set back later. */
  checkEnd(setBacks: readonly SetBack[], index: number, copiedAt: number): void {
    const later = setBacks.find((setBack) => setBack.index > index && copiedAt > setBack.to)
    if (later) this.#refuse(later)
  }

  #refuse(setBack: SetBack): void {
    const text = `${textOf(setBack)} The times of changes around ${timeText(this.#moment)} are not certain.`
    if (!this.#isAccepted)
      throw new ArchiveError(`${text} To restore what seems to be that moment, add --accept-clock.`)
    this.notes.push(`Warning: ${text}`)
  }
}

const textOf = ({ from, to }: SetBack) =>
  `The clock of the server was set back from ${timeText(from)} to ${timeText(to)}.`
const INCLUDED = 'Changes from before that are included, although they may have later times than the moment.'
