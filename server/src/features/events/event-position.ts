import type { AuditEntry } from '../../core/audit/audit-log.resource.ts'
import { CHAINS } from '../../core/audit/audited-store.ts'
import type { Cursors } from '../../core/lists/cursor.ts'

/** How far a reader has come in one chain of the audit log. */
export interface ChainPosition {
  readonly sequence: number
  /** How many events of the entry after that have been read, where it has several. */
  readonly done: number
  /**
   * Tells the entry of this number from that of another history: after a restore the numbers are given again. Undefined
   * where the position was not read from the entries, such as in a cursor of an earlier version.
   */
  readonly mark?: string | undefined
}

/** How far a reader has come: one position for each chain. */
export type EventPosition = readonly ChainPosition[]

export const positionAt = (sequences: readonly number[]): EventPosition =>
  sequences.map((sequence) => ({ sequence, done: 0 }))

const MARK_LENGTH = 6

/** The last characters of an id are random. */
export const markOf = ({ id }: Pick<AuditEntry, 'id'>): string => id.slice(-MARK_LENGTH)

export const BEGINNING: EventPosition = positionAt(Array.from({ length: CHAINS }, () => 0))

const LISTING = 'events'

/**
 * For cursors in a table of our own, which need no seal: a changed secret of the instance must not lose them. Opens sealed ones
 * too, as earlier versions have stored them.
 */
export const keptCursors: Cursors = {
  seal: ({ value, id }) => Buffer.from(JSON.stringify([value, id])).toString('base64url'),
  open(cursor) {
    try {
      const [value, id] = JSON.parse(Buffer.from(cursor.split('.')[0]!, 'base64url').toString())
      return { value, id }
    } catch {
      return undefined
    }
  },
}

/** Written as `12.k3x9zq,9.h20c8m+1,0,…`. */
export function sealPosition(cursors: Cursors, position: EventPosition): string {
  const value = position.map(textOf).join()
  return cursors.seal({ value, id: '' }, LISTING)
}

/** Undefined if it is no cursor of this feed. */
export function openPosition(cursors: Cursors, cursor: string): EventPosition | undefined {
  const opened = cursors.open(cursor, LISTING)
  return opened && String(opened.value).split(',').map(chainPositionIn)
}

const textOf = ({ sequence, mark, done }: ChainPosition): string =>
  `${sequence}${mark === undefined ? '' : `.${mark}`}${done ? `+${done}` : ''}`

function chainPositionIn(text: string): ChainPosition {
  const [entry = '', done = 0] = text.split('+')
  const [sequence, mark] = entry.split('.')
  return { sequence: Number(sequence), done: Number(done), mark }
}
