import { CHAINS } from '../audit/audited-store.ts'
import type { Cursors } from '../lists/cursor.ts'

/** How far a reader has come in one chain of the audit log. */
export interface ChainPosition {
  readonly sequence: number
  /** How many events of the entry after that have been read, where it has several. */
  readonly done: number
}

/** How far a reader has come: one position for each chain. */
export type EventPosition = readonly ChainPosition[]

export const positionAt = (sequences: readonly number[]): EventPosition =>
  sequences.map((sequence) => ({ sequence, done: 0 }))

export const BEGINNING: EventPosition = positionAt(Array.from({ length: CHAINS }, () => 0))

const LISTING = 'events'

/** Written as `12,9+1,0,…`. */
export function sealPosition(cursors: Cursors, position: EventPosition): string {
  const value = position.map(({ sequence, done }) => (done ? `${sequence}+${done}` : `${sequence}`)).join()
  return cursors.seal({ value, id: '' }, LISTING)
}

/** Undefined if it is no cursor of this feed. */
export function openPosition(cursors: Cursors, cursor: string): EventPosition | undefined {
  const opened = cursors.open(cursor, LISTING)
  return opened && String(opened.value).split(',').map(chainPositionIn)
}

function chainPositionIn(text: string): ChainPosition {
  const [sequence, done = 0] = text.split('+').map(Number)
  return { sequence: sequence!, done }
}
