import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { everyResource } from '../src/app/every-resource.ts'
import { migrations } from '../src/db/migrations/index.ts'
import { differences } from '../src/db/scaffold/differences.ts'
import type { Migration } from '../src/db/schema-change.ts'
import { type Fields, integer, lines, ref, text } from '../src/model/fields.ts'
import type { Resource } from '../src/model/resource.ts'
import { catalog } from '../src/resources/catalog.ts'
import { onEveryDatabase } from './support/databases.ts'
import { gadgets } from './support/gadgets.resource.ts'
import { generatedMigration } from './support/generated-migration.ts'
import { kontorFor, openKontor } from './support/kontor.ts'
import { create, createItem, read } from './support/records.ts'
import { sameDatabase } from './support/same-database.ts'
import { assertColumns, assertReferenceIndexes, assertSortIndexes } from './support/schema.ts'

const withGadgets = [...catalog, gadgets]
const whole = await generatedMigration('9001-gadgets', withGadgets)

/** Gadgets as they were before some of their fields came. */
const fieldsWithout = (...names: string[]): Fields =>
  Object.fromEntries(Object.entries(gadgets.fields).filter(([name]) => !names.includes(name)))
const { quantity, part } = gadgets.fields.parts.options.fields
const older: Resource = {
  ...gadgets,
  fields: {
    ...fieldsWithout('serial', 'state', 'price', 'pieces', 'isWanted', 'owner', 'partOf', 'box', 'tags', 'remarks'),
    parts: lines({ part, quantity }),
  },
}
const first = await generatedMigration('9001-gadgets', [...catalog, older])
const second = await generatedMigration('9002-gadget-fields', withGadgets, [...migrations, first.migration])

onEveryDatabase('A generated migration', (kind) => {
  describe('of a new resource', () => {
    const kontor = kontorFor(kind, { catalog: withGadgets, migrations: [...migrations, whole.migration] })

    test('builds all columns and indexes that the declaration asks for', async () => {
      const { engine } = kontor()
      await assertColumns(engine, gadgets)
      await assertSortIndexes(engine, gadgets)
      assert.equal(await assertReferenceIndexes(engine, gadgets), 3)
      assert.deepEqual(await differences(engine, engine.reader, everyResource(withGadgets)), [])
      assert.deepEqual(whole.notes, [])
    })

    test('lets records be written, read and found', async () => {
      const item = await createItem(kontor())
      const values = {
        code: 'G-1',
        state: "man's best",
        weight: 0.25,
        seenAt: '2026-01-31T09:30:00.000Z',
        box: { width: 2, label: 'Left', isOpen: true },
        tags: ['soft'],
        labels: { place: 'shelf' },
      }
      const parts = [
        { part: item.id, quantity: 2, note: 'first' },
        { part: item.id, quantity: 3 },
      ]
      const gadget = await create(kontor(), '/gadgets', { ...values, parts, remarks: [{ text: 'Mind the edge' }] })
      assert.deepEqual(await read(kontor(), `/gadgets/${gadget.id}`), gadget)
      assert.partialDeepStrictEqual(gadget, { ...values, pieces: 1, isWanted: true, price: 1.5, discount: 0 })
      const found = await kontor().get(`/gadgets?state=${encodeURIComponent("man's best")}&box.label=Left`)
      assert.equal(found.body.meta.total, 1)
    })

    test('keeps lines under their record and position: the database refuses two lines at one place', async () => {
      const { engine } = kontor()
      const { id } = await create(kontor(), '/gadgets', { code: 'G-LINES', remarks: [{ text: 'First' }] })
      const line = { id: 'lin_second', parent: id, position: 0, text: 'Second' }
      const insert = engine.builder.insertInto('gadgets_remarks').values(line).compile()
      await assert.rejects(engine.write((connection) => connection.query(insert)))
    })
  })

  test('of resources that point to each other creates both, and says what the database does not check', async () => {
    const toy = (name: string, fields: Fields): Resource => ({
      ...gadgets,
      name,
      singular: name,
      idPrefix: name,
      fields,
    })
    const code = text({ required: true })
    const pair = [
      toy('axle', { code, wheel: ref('wheel') }),
      toy('wheel', { code, axle: ref('axle', { required: true }) }),
    ]
    const { migration, notes } = await generatedMigration('9001-pair', [...catalog, ...pair])
    assert.deepEqual(notes, ['axle.wheel points to wheel, which is created later: the database does not check it.'])
    const kontor = await openKontor(kind, { catalog: [...catalog, ...pair], migrations: [...migrations, migration] })
    const axle = await create(kontor, '/axle', { code: 'A' })
    const wheel = await create(kontor, '/wheel', { code: 'W', axle: axle.id })
    const turned = await kontor.put(`/axle/${axle.id}`, { wheel: wheel.id })
    assert.equal(turned.body.data.wheel, wheel.id)
    await kontor.close()
  })

  test('of new fields keeps the records that are there, and gives them the defaults', async () => {
    const same = sameDatabase(kind)
    const before = await openKontor(same, {
      catalog: [...catalog, older],
      migrations: [...migrations, first.migration],
    })
    const item = await createItem(before)
    const parts = [{ part: item.id, quantity: 2 }]
    const [kept] = [
      await create(before, '/gadgets', { code: 'G-1', weight: 3, parts }),
      await create(before, '/gadgets', { code: 'G-2' }),
    ]
    const removed = await create(before, '/gadgets', { code: 'G-3' })
    await before.delete(`/gadgets/${removed.id}`)
    await before.close()

    const kontor = await openKontor(same, {
      catalog: withGadgets,
      migrations: [...migrations, first.migration, second.migration],
    })
    const { engine } = kontor
    assert.deepEqual(await differences(engine, engine.reader, everyResource(withGadgets)), [])
    assert.deepEqual(second.notes, [])
    const gadget = await read(kontor, `/gadgets/${kept.id}`)
    assert.partialDeepStrictEqual(gadget, {
      ...kept,
      serial: null,
      state: 'new',
      price: 1.5,
      pieces: 1,
      isWanted: true,
      box: { width: null, label: null, isOpen: false },
      tags: [],
      parts: [{ ...kept.parts[0], shelf: 0, note: null }],
      remarks: [],
    })
    for (const filter of ['state=new', 'pieces=1', 'isWanted=true', 'owner=null', 'box.label=null'])
      assert.equal((await kontor.get(`/gadgets?${filter}`)).body.meta.total, 2, filter)
    assert.equal((await kontor.get('/gadgets?sort=price')).status, 200)
    await create(kontor, '/gadgets', { code: 'G-4', serial: 'S-1' })
    assert.equal((await kontor.post('/gadgets', { code: 'G-5', serial: 's-1' })).status, 422)
    await kontor.close()
  })
})

describe('A generated migration leaves to its author', () => {
  const existing: Migration[] = [...migrations, whole.migration]
  const notesOf = async (fields: Fields): Promise<readonly string[]> =>
    (await generatedMigration('9002-change', [...catalog, { ...gadgets, fields }], existing)).notes

  test('which value existing records get in a required field without a default', async () => {
    assert.deepEqual(await notesOf({ ...gadgets.fields, rank: integer({ required: true, indexed: true }) }), [
      "gadgets.rank is new and has no default. Choose a value for existing records: schema.addColumn('gadgets', 'rank', required.integer, value).",
    ])
  })

  test('what becomes of a field that is no longer declared', async () => {
    assert.deepEqual(await notesOf(fieldsWithout('weight', 'box', 'remarks')), [
      'The table gadgets_remarks is no longer declared.',
      'gadgets.weight is no longer declared.',
      'gadgets.box_width is no longer declared.',
      'gadgets.box_label is no longer declared.',
      'gadgets.box_isOpen is no longer declared.',
      'gadgets.box_label_sort is no longer declared.',
    ])
  })

  test('what becomes of a resource that is no longer declared', async () => {
    const { notes } = await generatedMigration('9002-change', catalog, existing)
    assert.deepEqual(
      notes,
      ['gadgets', 'gadgets_parts', 'gadgets_remarks'].map((name) => `The table ${name} is no longer declared.`),
    )
  })

  test('how values are converted where a field changes its kind or becomes required', async () => {
    assert.deepEqual(
      await notesOf({ ...gadgets.fields, weight: text(), pin: text({ secret: true, required: true }) }),
      [
        'gadgets.weight is integer (optional) in the database and text (optional) in the declaration.',
        'gadgets.pin is text (optional) in the database and text (required) in the declaration.',
      ],
    )
  })

  test('how existing values become unique or searched', async () => {
    const searched = text({ search: true })
    assert.deepEqual(
      await notesOf({ ...gadgets.fields, pin: text({ secret: true, unique: true }), nickname: searched }),
      [
        'gadgets.pin must be unique: pin_key needs a folded copy of its value in existing records.',
        'gadgets.nickname is searched: raise VERSION in db/search/rebuild.ts.',
      ],
    )
  })
})
