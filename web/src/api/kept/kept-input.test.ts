import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keptInputs } from './kept-input.ts'

/** As a browser has it: what is stored are its own properties. */
class MemoryStorage {
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? ((this as Record<string, unknown>)[key] as string) : null
  }
  setItem(key: string, value: string): void {
    Object.assign(this, { [key]: value })
  }
  removeItem(key: string): void {
    delete (this as Record<string, unknown>)[key]
  }
}

const newStorage = () => new MemoryStorage() as unknown as Storage

test('input is kept under its key until it is removed', () => {
  const storage = newStorage()
  keptInputs.write('usr_1 /items/new', { name: 'Bolt' }, storage)
  assert.deepEqual(keptInputs.read('usr_1 /items/new', storage)?.input, { name: 'Bolt' })
  assert.equal(keptInputs.read('usr_2 /items/new', storage), undefined)
  keptInputs.remove('usr_1 /items/new', storage)
  assert.equal(keptInputs.read('usr_1 /items/new', storage), undefined)
})

test('input that is too large is not kept, and of many forms the latest are', () => {
  const storage = newStorage()
  keptInputs.write('large', 'x'.repeat(600_000), storage)
  assert.equal(keptInputs.read('large', storage), undefined)
  for (let form = 0; form < 12; form++) keptInputs.write(`form ${form}`, { form }, storage)
  assert.equal(Object.keys(storage).length, 8)
})

test('signing out removes all kept input and nothing else', () => {
  const storage = newStorage()
  storage.setItem('other', 'stays')
  keptInputs.write('one', {}, storage)
  keptInputs.clear(storage)
  assert.deepEqual(Object.keys(storage), ['other'])
})

test('text that is not kept input is ignored', () => {
  const storage = newStorage()
  storage.setItem('kontor.typed.one', 'no JSON')
  assert.equal(keptInputs.read('one', storage), undefined)
})
