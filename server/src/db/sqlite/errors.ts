import type { Refusal } from '../engine.ts'

// Extended result codes end in their primary code: the low byte.
const PRIMARY_CODE = 0xff
const BUSY = 5
const READ_ONLY = 8
const IO_ERROR = 10
const FULL = 13
/** Also where the process or the system has no file descriptors left. */
const CANNOT_OPEN = 14
const CONSTRAINT = 19
const UNAVAILABLE: ReadonlySet<number> = new Set([BUSY, READ_ONLY, IO_ERROR, CANNOT_OPEN])
const CONSTRAINT_UNIQUE = 2067
const CONSTRAINT_PRIMARY_KEY = 1555
const CONSTRAINT_FOREIGN_KEY = 787
const CONSTRAINT_CHECK = 275

const codeOf = (error: unknown) => (error as { errcode?: number }).errcode

/** The database could not be asked, for a reason that may pass. */
export class DatabaseUnavailable extends Error {}

/** Another connection uses the file. */
export const isBusy = (error: unknown): boolean => codeOf(error) === BUSY

export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof DatabaseUnavailable) return { kind: 'unavailable' }
  const code = codeOf(error)
  if (code === undefined) return undefined
  if (code === CONSTRAINT_UNIQUE || code === CONSTRAINT_PRIMARY_KEY) {
    const { message = '' } = error as { message?: string }
    const [, table = '', column = ''] = /constraint failed: ([^.]+)\.(\w+)/.exec(message) ?? []
    return { kind: 'duplicate', table, column }
  }
  if (code === CONSTRAINT_CHECK) return { kind: 'too-large' }
  if (code === CONSTRAINT_FOREIGN_KEY) return { kind: 'in-use' }
  if ((code & PRIMARY_CODE) === FULL) return { kind: 'disk-full' }
  return UNAVAILABLE.has(code & PRIMARY_CODE) ? { kind: 'unavailable' } : undefined
}

/** A commit that fails with one of these has written no commit frame. */
const ROLLED_BACK: ReadonlySet<number> = new Set([BUSY, FULL, CONSTRAINT])

/**
 * Whether a failed COMMIT certainly changed nothing. After an error of fsync the commit frame may be in the log, and the
 * next start would find the transaction there.
 */
export const isRolledBack = (error: unknown): boolean => ROLLED_BACK.has((codeOf(error) ?? 0) & PRIMARY_CODE)
