import type pg from 'pg'
import type { Refusal } from '../engine.ts'
import { NoWritableHost } from './hosts.ts'

/** Serialisation failure, deadlock, lock time-out: the same work may succeed when it is repeated. */
const CONFLICTS: ReadonlySet<string> = new Set(['40001', '40P01', '55P03'])
const DUPLICATE = '23505'
const FOREIGN_KEY = '23503'
const NOT_NULL = '23502'
/** A check was violated, or a bigint overflowed. */
const TOO_LARGE = new Set(['23514', '22003'])
const DISK_FULL = '53100'
/** Connection lost, shutting down, out of connections or file descriptors, statement time-out; or a conflict that came up too often. */
const UNAVAILABLE =
  /^(08|57P0|53|55P03|40001|40P01|57014|25006|E(CONN|PIPE|TIMEDOUT|HOSTUNREACH|NOTFOUND|AI_AGAIN|[MN]FILE))/
/** A value or a constraint was violated, or there was a conflict. */
const ROLLED_BACK = /^(22|23|40(001|002|P01)|55P03)/
const LOST =
  /Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout/

/** As Node names the faults of a certificate: UNABLE_TO_VERIFY_LEAF_SIGNATURE, CERT_HAS_EXPIRED, … */
const CERTIFICATE = /CERT|SIGNATURE|UNABLE_TO/

export const isRefusedCertificate = ({ code }: NodeJS.ErrnoException): boolean => CERTIFICATE.test(code ?? '')

export const isConflict = (error: unknown): boolean => CONFLICTS.has((error as { code?: string }).code ?? '')

/**
 * The server has reported that it has rolled back. Only the code tells: the text and the severity are written in the
 * language of the server. An error with another code leaves the outcome open.
 */
export const reportsRollback = (error: unknown): boolean => ROLLED_BACK.test((error as { code?: string }).code ?? '')

/** The column in `Key ("itemCode")=(AX-1) already exists.`, in any language. References to a record name its id. */
const keyIn = (detail: string): string | undefined => /\("?(\w+)"?\)=\(/.exec(detail)?.[1]

export function refusalOf(error: unknown): Refusal | undefined {
  const { code = '', detail = '', table = '', constraint = '', message = '', severity } = error as pg.DatabaseError
  if (code === DUPLICATE) return { kind: 'duplicate', table, column: keyIn(detail) ?? constraint }
  if (code === FOREIGN_KEY) {
    const column = keyIn(detail) ?? ''
    return column === 'id' ? { kind: 'in-use' } : { kind: 'dangling', column }
  }
  if (code === DISK_FULL) return { kind: 'disk-full' }
  if (TOO_LARGE.has(code)) return { kind: 'too-large' }
  if (code === NOT_NULL && table === 'commits') return { kind: 'unavailable' } // this node is older than the tables
  const isGone = UNAVAILABLE.test(code) || LOST.test(message) || severity === 'FATAL' || error instanceof NoWritableHost
  return isGone ? { kind: 'unavailable' } : undefined
}
