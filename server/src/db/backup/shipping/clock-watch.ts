import type { SetBack } from '../objects.ts'

/** Smaller steps count as none. */
const STEP_MS = 1000
/** Of older ones nothing is known. */
const KEPT = 50

/** Notices that the clock of the day was set back, by comparing it with one that is never set. */
export class ClockWatch {
  #wall: number
  #steady: number

  /** From the time of the last copy by an earlier process, if there is one. */
  constructor(wall = Date.now(), steady = performance.now()) {
    this.#wall = wall
    this.#steady = steady
  }

  /** `index` is the number of the next segment. */
  look(index: number, wall = Date.now(), steady = performance.now()): SetBack | undefined {
    const elapsed = steady - this.#steady
    const expected = Math.round(this.#wall + elapsed)
    this.#wall = wall
    this.#steady = steady
    if (wall >= expected - STEP_MS) return undefined
    // It happened since the last look: everything later is stamped with at least this.
    return { index, from: expected, to: Math.floor(wall - elapsed) }
  }
}

export const withSetBack = (before: readonly SetBack[] = [], setBack: SetBack): readonly SetBack[] =>
  [...before, setBack].slice(-KEPT)
