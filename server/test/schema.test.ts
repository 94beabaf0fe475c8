import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everyResource } from '../src/app/every-resource.ts'
import { isSortable } from '../src/core/lists/parse-list.ts'
import { migrate } from '../src/db/migrate.ts'
import { migrations } from '../src/db/migrations/index.ts'
import { indexNameOf, required } from '../src/db/schema-change.ts'
import { columnOf, lineTableOf, tableOf } from '../src/db/table.ts'
import type { Fields } from '../src/model/fields.ts'
import { hasRows } from '../src/model/kinds/field-kind.ts'
import { type Resource, scalarsOf } from '../src/model/resource.ts'
import { onEveryDatabase } from './support/databases.ts'
import { kontorFor } from './support/kontor.ts'

const resources = everyResource()

const refsIn = (fields: Fields) => Object.keys(fields).filter((name) => fields[name]!.options.target)
const linesIn = (fields: Fields) =>
  Object.entries(fields).flatMap(([name, field]): [string, Fields][] =>
    hasRows(field) ? [[name, field.options.fields]] : [],
  )

onEveryDatabase('The database', (kind) => {
  const kontor = kontorFor(kind)
  const describe = (table: string) => kontor().engine.describe(kontor().engine.reader, table)

  for (const resource of resources) {
    test(`has for ${resource.name} exactly the columns that the declaration asks for`, async () => {
      const { columns, hidden, lines } = tableOf(resource)
      const wanted = [...columns, ...hidden].map(({ name }) => name)
      assert.deepEqual([...(await describe(resource.name)).columns].sort(), wanted.sort())
      for (const line of lines) {
        const inLine = ['id', 'parent', 'position', ...line.columns.map(({ name }) => name)]
        assert.deepEqual([...(await describe(line.name)).columns].sort(), inLine.sort())
      }
    })

    test(`has for ${resource.name} an index behind every field that lists are sorted by`, async () => {
      const { indexes } = await describe(resource.name)
      const sortable = [...scalarsOf(resource.fields)].filter(([, field]) => isSortable(field))
      for (const [path] of [...sortable, ['updatedAt']]) {
        assert.ok(indexes.includes(indexNameOf(resource.name, columnOf(path as string))), `${resource.name}.${path}`)
      }
      for (const [path, { options }] of sortable) {
        for (const lead of options.indexedWithin ?? []) {
          const name = indexNameOf(resource.name, columnOf(lead), columnOf(path))
          assert.ok(indexes.includes(name), `${resource.name}: ${path} within ${lead}`)
        }
      }
    })
  }

  test('has an index behind every field that points to another record, in lines too', async () => {
    const places = resources.flatMap(({ name, fields }: Resource) => [
      [name, fields] as const,
      ...linesIn(fields).map(([field, parts]) => [lineTableOf(name, field), parts] as const),
    ])
    const references = places.flatMap(([table, fields]) => refsIn(fields).map((field) => [table, field] as const))
    assert.ok(references.length > 10)
    for (const [table, field] of references)
      assert.ok((await describe(table)).indexes.includes(indexNameOf(table, field)), `${table}.${field}`)
  })

  test('is migrated once: a second start has nothing to do', async () => {
    assert.deepEqual(await migrate(kontor().engine, new Date().toISOString(), migrations), [])
  })

  test('of a newer Kontor is refused rather than damaged', async () => {
    const [, ...older] = [...migrations].reverse()
    await assert.rejects(migrate(kontor().engine, new Date().toISOString(), older), /newer version of Kontor/)
  })

  test('keeps nothing of a migration that fails half-way', async () => {
    const broken = {
      name: '9999-broken',
      async up(schema: Parameters<(typeof migrations)[0]['up']>[0]) {
        await schema.createRecords('halves', { name: required.text })
        throw new Error('on purpose')
      },
    }
    await assert.rejects(migrate(kontor().engine, new Date().toISOString(), [...migrations, broken]), /on purpose/)
    assert.deepEqual((await describe('halves')).columns, [])
    assert.deepEqual(await migrate(kontor().engine, new Date().toISOString(), migrations), [])
  })

  test('refuses a number that could not be read back exactly, whatever wrote it', async () => {
    const { engine } = kontor()
    const created = await kontor().post('/items', { itemCode: 'BOUND', itemName: 'Bound' })
    const poison = engine.builder
      .updateTable('items')
      .set({ sellingPrice: '9007199254740993' })
      .where('id', '=', created.body.data.id)
      .compile()
    await assert.rejects(engine.write((connection) => connection.query(poison)))
    assert.equal((await kontor().get('/items')).status, 200)
  })
})
