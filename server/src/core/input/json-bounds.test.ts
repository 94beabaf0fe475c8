import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DEPTH_MAX, ENTRIES_MAX, JsonBounds, KEYS_MAX, VALUES_MAX } from './json-bounds.ts'

const codeOf = (text: string) => new JsonBounds().problemIn(Buffer.from(text))?.code
const keys = (count: number) => `{${Array.from({ length: count }, (_, index) => `"${index}":1`).join(',')}}`
const entries = (count: number) => `[${Array(count).fill('1').join(',')}]`

test('an object, a list, the nesting and the whole body are refused one beyond their bound, and not at it', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  // Each list counts as a value of its own.
  const lists = (count: number) => `[${Array(count).fill(entries(999)).join(',')}]`
  assert.deepEqual([codeOf(keys(KEYS_MAX)), codeOf(keys(KEYS_MAX + 1))], [undefined, 'PAYLOAD_TOO_LARGE'])
  assert.deepEqual([codeOf(entries(ENTRIES_MAX)), codeOf(entries(ENTRIES_MAX + 1))], [undefined, 'PAYLOAD_TOO_LARGE'])
  assert.deepEqual([codeOf(nested(DEPTH_MAX)), codeOf(nested(DEPTH_MAX + 1))], [undefined, 'INVALID_JSON'])
  assert.deepEqual(
    [codeOf(lists(VALUES_MAX / 1000)), codeOf(lists(VALUES_MAX / 1000 + 1))],
    [undefined, 'PAYLOAD_TOO_LARGE'],
  )
})

test('brackets and commas inside of texts do not count', () => {
  const text = '[{,"\\\\\\'.repeat(10_000)
  assert.equal(codeOf(JSON.stringify({ text, [`${text}x`]: [text] })), undefined)
})

test('the values of several texts add up', () => {
  const bounds = new JsonBounds()
  const bytes = Buffer.from(entries(ENTRIES_MAX))
  const codes = Array.from({ length: VALUES_MAX / ENTRIES_MAX + 1 }, () => bounds.problemIn(bytes)?.code)
  assert.deepEqual(codes.slice(-2), [undefined, 'PAYLOAD_TOO_LARGE'])
})

test('JSON of an ordinary size is never refused, and a text that is no JSON never throws', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: DEPTH_MAX - 1 }), (value) => codeOf(JSON.stringify(value)) === undefined),
  )
  fc.assert(fc.property(fc.uint8Array(), (bytes) => void new JsonBounds().problemIn(bytes)))
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...'[]{},"\\:1') }), (text) => void codeOf(text)))
})
