import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Bounded } from './memo.ts'

test('a new entry beyond the limit removes the oldest entry', () => {
  const cache = new Bounded<number>(2)
  for (const [index, key] of ['a', 'b', 'c'].entries()) cache.keep(key, index)
  assert.deepEqual([cache.get('a'), cache.get('b'), cache.get('c')], [undefined, 1, 2])
})

test('an entry that is overwritten at the limit removes no other entry', () => {
  const cache = new Bounded<number>(2)
  cache.keep('a', 1)
  cache.keep('b', 2)
  assert.equal(cache.keep('b', 3), 3)
  assert.deepEqual([cache.get('a'), cache.get('b')], [1, 3])
})

test('a deleted entry makes room for another', () => {
  const cache = new Bounded<number>(2)
  cache.keep('a', 1)
  cache.keep('b', 2)
  cache.forget('a')
  cache.keep('c', 3)
  assert.deepEqual([...cache.values()], [2, 3])
})
