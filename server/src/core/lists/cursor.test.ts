import assert from 'node:assert/strict'
import { createHmac, hash } from 'node:crypto'
import { test } from 'node:test'
import { createCursors } from './cursor.ts'

const secret = Buffer.alloc(32, 7)
const cursors = createCursors([secret])
const position = { value: 'M8', id: 'itm_1' }
const listing = '["items","itemName","asc"]'

const bodyOf = (cursor: string) => cursor.split('.')[0]!
const withSeal = (body: string, seal: Buffer) => `${body}.${seal.subarray(0, 16).toString('base64url')}`

test('a cursor is sealed by the first 16 bytes of an HMAC-SHA-256', () => {
  const cursor = cursors.seal(position, listing)
  const body = bodyOf(cursor)
  assert.equal(cursor, withSeal(body, createHmac('sha256', secret).update(`${listing}\n${body}`).digest()))
  assert.deepEqual(cursors.open(cursor, listing), position)
})

test('a cursor opens neither for another listing nor with another secret', () => {
  const cursor = cursors.seal(position, listing)
  assert.equal(cursors.open(cursor, '["items","itemName","desc"]'), undefined)
  assert.equal(createCursors([Buffer.alloc(32, 8)]).open(cursor, listing), undefined)
})

test('a cursor of an earlier version, sealed by a keyed hash, does not open', () => {
  const body = bodyOf(cursors.seal(position, listing))
  const seal = hash('sha512-256', `${secret.toString('base64url')}\n${listing}\n${body}`, 'buffer')
  assert.equal(cursors.open(withSeal(body, seal), listing), undefined)
})
