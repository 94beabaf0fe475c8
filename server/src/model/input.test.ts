import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { choice, flag, group, integer, lines, list, money, quantity, text } from './fields.ts'
import { emptyOf, Faults, fieldLabel, isObject, merge, readInput } from './input.ts'
import { inEnglish, msg } from './message.ts'

const fields = {
  name: text({ required: true, max: 10 }),
  colour: choice(['red', 'blue'], { default: 'red' }),
  note: text(),
  price: money({ min: 0, default: 0 }),
  isLoved: flag({ default: false }),
  total: money({ readOnly: true, default: 0 }),
  balance: group({ owed: money() }, { readOnly: true, computed: true }),
  box: group({ width: quantity({ min: 0 }), label: text({ max: 5, default: 'none' }) }),
  tags: list(text({ max: 5 }), { max: 3 }),
  parts: lines({ part: text({ required: true }), count: integer({ min: 1, default: 1 }) }, { min: 1, max: 2 }),
}

function readBody(body: object, mode: 'create' | 'update' = 'create') {
  const faults = new Faults()
  const values = readInput(fields, body as Record<string, unknown>, mode, faults)
  return { values, faults: Object.fromEntries(faults.details.map(({ field, message }) => [field, inEnglish(message)])) }
}
const pathsOf = (body: object, mode?: 'create' | 'update') => Object.keys(readBody(body, mode).faults).sort()

test('create fills in what was left out', () => {
  const { values, faults } = readBody({ name: 'Teddy', parts: [{ part: 'eye' }] })
  assert.deepEqual(faults, {})
  assert.deepEqual(values, {
    name: 'Teddy',
    colour: 'red',
    note: null,
    price: 0,
    isLoved: false,
    box: { width: null, label: 'none' },
    tags: [],
    parts: [{ part: 'eye', count: 1 }],
  })
})

test('update reads only what was sent', () => {
  assert.deepEqual(readBody({}, 'update').values, {})
  assert.deepEqual(readBody({ note: 'x', box: { width: 2 } }, 'update').values, { note: 'x', box: { width: 2 } })
})

test('update with null clears, or puts back the default', () => {
  const { values } = readBody({ note: null, colour: null, tags: null, box: null }, 'update')
  assert.deepEqual(values, { note: null, colour: 'red', tags: [], box: { width: null, label: 'none' } })
  assert.deepEqual(readBody({ box: { label: null } }, 'update').values, { box: { label: 'none' } })
})

test('what is required can be neither left out on create nor cleared on update', () => {
  assert.deepEqual(pathsOf({ parts: [{}] }), ['name', 'parts[0].part'])
  assert.deepEqual(pathsOf({ name: null }, 'update'), ['name'])
})

test('what the service keeps itself is not read', () => {
  const { values, faults } = readBody({ total: 'junk', balance: 7 }, 'update')
  assert.deepEqual([values, faults], [{}, {}])
})

test('every fault is found at once, under its path', () => {
  const body = {
    name: 'far too long a name',
    colour: 'green',
    price: -1,
    box: { width: 'x', lable: 'y' },
    tags: ['fine', 'far too long', 7],
    parts: [{ part: 'eye', count: 0 }, 'no line'],
    clour: 'red',
  }
  const expected = ['name', 'colour', 'price', 'box.width', 'box.lable', 'tags[1]', 'tags[2]', 'parts[0].count']
  assert.deepEqual(pathsOf(body), [...expected, 'parts[1]', 'clour'].sort())
})

test('at most 100 faults are kept, and the others are counted', () => {
  const line = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`k${index}`, 1]))
  const faults = new Faults()
  readInput({ parts: lines({ part: text({ required: true }) }) }, { parts: Array(10).fill(line) }, 'create', faults)
  assert.deepEqual([faults.details.length, faults.omitted, faults.length], [100, 510, 610])
})

test('an object with more than 100 unknown fields has one fault for all of them', () => {
  const box = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`k${index}`, 1]))
  assert.deepEqual(readBody({ box, ...box }, 'update').faults, {
    '': 'There are 102 fields here, and 101 of them are unknown. Send only known fields.',
    box: 'There are 101 fields here, and 101 of them are unknown. Send only known fields.',
  })
})

test('an unknown name comes with the nearest that may be written', () => {
  const { faults } = readBody({ clour: 'red', box: { lable: 'x' }, totl: 1 }, 'update')
  assert.match(faults.clour!, /"colour"/)
  assert.match(faults['box.lable']!, /"label"/)
  assert.doesNotMatch(faults.totl!, /"total"/)
})

test('a list and its lines have a least and a greatest length', () => {
  assert.deepEqual(pathsOf({ tags: ['a', 'b', 'c', 'd'] }, 'update'), ['tags'])
  assert.deepEqual(pathsOf({ parts: [] }, 'update'), ['parts'])
  assert.deepEqual(pathsOf({ parts: Array(3).fill({ part: 'eye' }) }, 'update'), ['parts'])
  assert.deepEqual(pathsOf({ tags: 'a', parts: {} }, 'update'), ['parts', 'tags'])
})

test('an entry of a list is never null', () => {
  assert.deepEqual(pathsOf({ tags: ['a', null] }, 'update'), ['tags[1]'])
})

test('a line keeps the id that it is sent with, if that could be one', () => {
  const idsOf = (id: unknown) => readBody({ parts: [{ id, part: 'eye' }] }, 'update').values.parts as { id?: string }[]
  assert.equal(idsOf('lin_1')[0]!.id, 'lin_1')
  for (const junk of [7, '', 'x'.repeat(65), 'a\0', null, {}]) assert.equal(idsOf(junk)[0]!.id, undefined)
})

test('names of JavaScript are no fields', () => {
  const body = JSON.parse('{"__proto__":1,"constructor":1,"toString":1}')
  assert.deepEqual(pathsOf(body, 'update'), ['__proto__', 'constructor', 'toString'])
  assert.equal(Object.getPrototypeOf(readBody(body, 'update').values), Object.prototype)
})

test('whatever JSON arrives, the answer is values or faults and never an exception', () => {
  const body = fc.dictionary(fc.oneof(fc.constantFrom(...Object.keys(fields)), fc.string()), fc.jsonValue())
  fc.assert(
    fc.property(body, fc.constantFrom('create' as const, 'update' as const), (sent, mode) => {
      const { values, faults } = readBody(sent, mode)
      for (const name of Object.keys(values)) assert.ok(name in fields)
      for (const message of Object.values(faults)) assert.match(message, /\S.*[.?]$/s)
    }),
  )
})

test('what was accepted is accepted again, unchanged', () => {
  const body = fc.record(
    {
      name: fc.string({ minLength: 1, maxLength: 12 }),
      colour: fc.constantFrom('red', 'blue', null, 'green'),
      price: fc.oneof(
        fc.double(),
        fc.integer({ min: 0, max: 1e6 }).map((cents) => cents / 100),
      ),
      box: fc.record({ width: fc.integer({ min: -1, max: 9 }) }, { requiredKeys: [] }),
      tags: fc.array(fc.string({ maxLength: 6 }), { maxLength: 4 }),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(body, (sent) => {
      const first = readBody(sent, 'update')
      fc.pre(Object.keys(first.faults).length === 0)
      assert.deepEqual(readBody(first.values, 'update'), first)
    }),
  )
})

test('merging replaces values and lists, and merges groups part by part', () => {
  const record = { name: 'Teddy', note: 'x', box: { width: 1, label: 'A' }, tags: ['a', 'b'] }
  const changes = { note: null, box: { label: 'B' }, tags: ['c'] }
  assert.deepEqual(merge(fields, record, changes), {
    name: 'Teddy',
    note: null,
    box: { width: 1, label: 'B' },
    tags: ['c'],
  })
  assert.deepEqual(record.box, { width: 1, label: 'A' })
})

test('a default is never shared between records', () => {
  const [first, second] = [emptyOf(fields.tags), emptyOf(fields.tags)] as [string[], string[]]
  first.push('changed')
  assert.deepEqual(second, [])
  assert.deepEqual(emptyOf(fields.tags), [])
})

test('a path is spoken of in words', () => {
  for (const [path, label] of [
    ['sellingPrice', 'Selling price'],
    ['address.zipCode', 'Zip code'],
    ['items[1].quantity', 'Quantity'],
    ['images[0]', 'Images 1'],
    ['permissions.', 'What has no name'],
  ] as const) {
    assert.equal(inEnglish(msg`${fieldLabel(path)}`), label)
  }
})

test('an object is neither null nor a list', () => {
  assert.ok(isObject({}))
  for (const other of [null, [], 'x', 7, true, undefined]) assert.ok(!isObject(other))
})
