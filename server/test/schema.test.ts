import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everyResource } from '../src/app/every-resource.ts'
import { migrate } from '../src/db/migrate.ts'
import { migrations } from '../src/db/migrations/index.ts'
import { differences } from '../src/db/scaffold/differences.ts'
import { required } from '../src/db/schema-change.ts'
import { onEveryDatabase } from './support/databases.ts'
import { kontorFor } from './support/kontor.ts'
import { assertColumns, assertReferenceIndexes, assertSortIndexes } from './support/schema.ts'

const resources = everyResource()

onEveryDatabase('The database', (kind) => {
  const kontor = kontorFor(kind)

  for (const resource of resources) {
    test(`has for ${resource.name} exactly the columns that the declaration asks for`, () =>
      assertColumns(kontor().engine, resource))

    test(`has for ${resource.name} an index behind every field that lists are sorted by`, () =>
      assertSortIndexes(kontor().engine, resource))
  }

  test('has an index behind every field that points to another record, in lines too', async () => {
    let references = 0
    for (const resource of resources) references += await assertReferenceIndexes(kontor().engine, resource)
    assert.ok(references > 10)
  })

  test('differs in no type, requirement or index from the declarations: no migration is missing', async () => {
    assert.deepEqual(await differences(kontor().engine, kontor().engine.reader, resources), [])
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
    assert.equal((await kontor().engine.tables(kontor().engine.reader)).includes('halves'), false)
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
