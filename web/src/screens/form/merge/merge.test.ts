import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Field } from '../../../api/resources.ts'
import type { Values } from '../form-values.ts'
import { merge } from './merge.ts'
import type { Line } from './versions.ts'

const FIELDS: readonly Field[] = [
  { name: 'notes', kind: 'text' },
  { name: 'tags', kind: 'list' },
  {
    name: 'address',
    kind: 'group',
    fields: [
      { name: 'street', kind: 'text' },
      { name: 'city', kind: 'text' },
    ] as never,
  },
  {
    name: 'items',
    kind: 'lines',
    fields: [
      { name: 'item', kind: 'ref' },
      { name: 'quantity', kind: 'quantity' },
    ] as never,
  },
]

const record = (more: Values = {}): Values => ({
  notes: null,
  tags: [],
  address: { street: 'Ring 1', city: 'Bonn' },
  items: [line('a', 1), line('b', 2)],
  ...more,
})
const line = (id: string, quantity: number, item = id): Line => ({ id, item, quantity })
const added = (item: string, quantity: number): Line => ({ item, quantity })
const merged = (mine: Values, theirs: Values, choices = {}) => {
  const { values, collisions, incoming } = merge(FIELDS, { base: record(), mine, theirs }, choices)
  return { values, incoming, paths: collisions.map(({ path }) => path) }
}

test('changes of different fields and of different parts of a group are merged', () => {
  const mine = record({ notes: 'Mine', address: { street: 'Ring 2', city: 'Bonn' } })
  const theirs = record({ tags: ['new'], address: { street: 'Ring 1', city: 'Köln' } })
  assert.deepEqual(merged(mine, theirs), {
    values: record({ notes: 'Mine', tags: ['new'], address: { street: 'Ring 2', city: 'Köln' } }),
    incoming: ['tags', 'address'],
    paths: [],
  })
})

test('changes of different lines and of different parts of one line are merged', () => {
  const mine = record({ items: [line('a', 9), line('b', 2, 'x')] })
  const theirs = record({ items: [line('a', 1), line('b', 7)] })
  const { values, paths } = merged(mine, theirs)
  assert.deepEqual([values.items, paths], [[line('a', 9), line('b', 7, 'x')], []])
})

test('lines that either user added or removed are added or removed', () => {
  const mine = record({ items: [line('a', 1), added('m', 3)] })
  const theirs = record({ items: [line('t', 4), line('a', 5), line('b', 2)] })
  const { values, paths } = merged(mine, theirs)
  assert.deepEqual([values.items, paths], [[line('t', 4), line('a', 5), added('m', 3)], []])
})

test('a field that both changed collides; the choice decides, and mine is taken until then', () => {
  const [mine, theirs] = [record({ notes: 'Mine' }), record({ notes: 'Theirs' })]
  assert.deepEqual(merged(mine, theirs).paths, ['notes'])
  assert.equal(merged(mine, theirs).values.notes, 'Mine')
  assert.equal(merged(mine, theirs, { notes: 'theirs' }).values.notes, 'Theirs')
})

test('the same change on both sides is no collision', () => {
  assert.deepEqual(merged(record({ notes: 'Same' }), record({ notes: 'Same' })).paths, [])
})

test('a line that one user changed and the other removed collides, whichever side removed it', () => {
  const [changed, removed] = [record({ items: [line('a', 1), line('b', 8)] }), record({ items: [line('a', 1)] })]
  for (const [mine, theirs] of [
    [changed, removed],
    [removed, changed],
  ] as const) {
    assert.deepEqual(merged(mine, theirs).paths, ['items.b'])
    assert.deepEqual(merged(mine, theirs, { 'items.b': 'mine' }).values.items, mine.items)
    assert.deepEqual(merged(mine, theirs, { 'items.b': 'theirs' }).values.items, theirs.items)
  }
})

test('a group that both cleared or filled is merged by its parts', () => {
  const mine = record({ address: null })
  const theirs = record({ address: { street: null, city: 'Bonn' } })
  assert.equal(merged(mine, theirs).values.address, null)
})

test('lines that one user moved are in that order', () => {
  const items = [line('b', 2), line('a', 1)]
  assert.deepEqual(merged(record({ items }), record({ notes: 'x' })).values.items, items)
  assert.deepEqual(merged(record({ notes: 'x' }), record({ items })).values.items, items)
  assert.deepEqual(merged(record({ items }), record({ items: [line('a', 6), line('b', 2)] })).values.items, [
    line('b', 2),
    line('a', 6),
  ])
})

const texts = fc.option(fc.constantFrom('one', 'two', 'three'), { nil: null })
const quantities = fc.integer({ min: 1, max: 3 })
const IDS = ['a', 'b', 'c', 'd']

/** As records are that were read from JSON. */
const PLAIN = { noNullPrototype: true }
const addresses = fc.record({ street: texts, city: texts }, PLAIN)

const base = fc.record(
  {
    notes: texts,
    tags: fc.array(fc.constantFrom('red', 'blue'), { maxLength: 2 }),
    address: addresses,
    items: fc.uniqueArray(fc.constantFrom(...IDS), { maxLength: 4 }).chain((ids) => linesOf(ids)),
  },
  PLAIN,
)
const linesOf = (ids: readonly string[]) =>
  fc.tuple(
    ...ids.map((id) =>
      fc.record({ id: fc.constant(id), item: fc.constantFrom('x', 'y'), quantity: quantities }, PLAIN),
    ),
  )

/** What one user makes of it: some fields changed, lines removed, changed and added. `side` names the added lines. */
const edited = (from: Values, side: string) =>
  fc
    .record(
      {
        notes: texts,
        tags: fc.array(fc.constantFrom('red', 'green'), { maxLength: 2 }),
        address: addresses,
        items: editedLines(from.items as readonly Line[], side),
      },
      { requiredKeys: [], ...PLAIN },
    )
    .map((changes): Values => ({ ...from, ...changes }))

const editedLines = (lines: readonly Line[], side: string) =>
  fc
    .tuple(
      fc.subarray([...lines]),
      fc.array(quantities, { minLength: lines.length, maxLength: lines.length }),
      fc.array(quantities, { maxLength: 2 }),
    )
    .map(([left, changed, more]): Line[] => [
      ...left.map((one, index) => (changed[index] === 1 ? { ...one, quantity: 10 + changed.length } : one)),
      ...more.map((quantity, index) => ({ id: `${side}${index}`, item: side, quantity })),
    ])

const versions = base.chain((from) =>
  fc.record({ base: fc.constant<Values>(from), mine: edited(from, 'm'), theirs: edited(from, 't') }, PLAIN),
)

test('merging with nothing changed on one side gives the other side', () => {
  fc.assert(
    fc.property(versions, ({ base: from, mine, theirs }) => {
      assert.deepEqual(merge(FIELDS, { base: from, mine: from, theirs }).values, theirs)
      assert.deepEqual(merge(FIELDS, { base: from, mine, theirs: from }).values, mine)
      assert.deepEqual(merge(FIELDS, { base: from, mine, theirs: from }).incoming, [])
    }),
  )
})

test('what neither side touched stays as it was', () => {
  fc.assert(
    fc.property(versions, ({ base: from, mine, theirs }) => {
      const { values } = merge(FIELDS, { base: from, mine, theirs })
      for (const { name } of FIELDS)
        if (mine[name] === from[name] && theirs[name] === from[name]) assert.deepEqual(values[name], from[name])
      const linesIn = (one: Values) => one.items as readonly Line[]
      for (const before of linesIn(from))
        if (linesIn(mine).includes(before) && linesIn(theirs).includes(before))
          assert.deepEqual(
            linesIn(values).find(({ id }) => id === before.id),
            before,
          )
    }),
  )
})

test('the result does not depend on who saved first where nothing collides, but for the place of added lines', () => {
  const inOrderOfIds = (values: Values) => ({
    ...values,
    items: (values.items as readonly Line[]).toSorted((one, other) => one.id!.localeCompare(other.id!)),
  })
  fc.assert(
    fc.property(versions, ({ base: from, mine, theirs }) => {
      const one = merge(FIELDS, { base: from, mine, theirs })
      const other = merge(FIELDS, { base: from, mine: theirs, theirs: mine })
      assert.deepEqual(one.collisions.map(({ path }) => path).sort(), other.collisions.map(({ path }) => path).sort())
      if (one.collisions.length === 0) assert.deepEqual(inOrderOfIds(one.values), inOrderOfIds(other.values))
    }),
  )
})

test('choosing one side everywhere takes each value of that side that collides', () => {
  fc.assert(
    fc.property(versions, fc.constantFrom('mine' as const, 'theirs' as const), ({ base: from, mine, theirs }, side) => {
      const { collisions } = merge(FIELDS, { base: from, mine, theirs })
      const choices = Object.fromEntries(collisions.map(({ path }) => [path, side]))
      const { values } = merge(FIELDS, { base: from, mine, theirs }, choices)
      for (const collision of collisions) assert.deepEqual(at(values, collision.path), collision[side])
    }),
  )
})

/** `items.a.quantity`: of the line with the id `a`. */
const at = (values: Values, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => {
    if (Array.isArray(value)) return value.find(({ id }) => id === name)
    return (value as Values | null)?.[name] ?? (value === null ? null : (value as Values)[name])
  }, values)
