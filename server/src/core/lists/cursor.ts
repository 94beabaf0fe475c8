import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { KeyRing } from '../keys/key-ring.ts'
import type { ListQuery, Position } from './list-query.ts'

const MAC_BYTES = 16

/** Cursors are opaque to clients and sealed: one that was changed, or used with another list, is refused. */
export interface Cursors {
  seal(position: Position, listing: string): string
  open(cursor: string, listing: string): Position | undefined
}

export function createCursors(ring: KeyRing): Cursors {
  const keys = ring.map((key) => createSecretKey(key))
  const macOf = (key: KeyObject, body: string, listing: string) =>
    createHmac('sha256', key).update(`${listing}\n${body}`).digest().subarray(0, MAC_BYTES)
  return {
    seal({ value, id }, listing) {
      const body = Buffer.from(JSON.stringify([value, id])).toString('base64url')
      return `${body}.${macOf(keys[0]!, body, listing).toString('base64url')}`
    },
    open(cursor, listing) {
      const [body = '', mac = '', ...rest] = cursor.split('.')
      const given = Buffer.from(mac, 'base64url')
      if (rest.length > 0 || given.length !== MAC_BYTES || given.toString('base64url') !== mac) return undefined
      if (!keys.some((key) => timingSafeEqual(given, macOf(key, body, listing)))) return undefined
      const [value, id] = JSON.parse(Buffer.from(body, 'base64url').toString())
      return { value, id }
    },
  }
}

/** What a cursor is bound to: the same resource, filters, search and order. The page size may change on the way. */
export const listingOf = (resource: string, { sort, order, words, conditions }: ListQuery): string =>
  JSON.stringify([resource, sort, order, words, conditions.map((condition) => JSON.stringify(condition)).sort()])
