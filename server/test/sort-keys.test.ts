import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Engine } from '../src/db/engine.ts'
import { migrate } from '../src/db/migrate.ts'
import { migrations } from '../src/db/migrations/index.ts'
import { openEngine } from '../src/db/open.ts'
import { sortKeyOf } from '../src/model/text.ts'
import { onEveryDatabase, type TestDatabase } from './support/databases.ts'

const NOW = '2026-11-16T00:00:00.000Z'
/** More than one batch. */
const COUNT = 1203

onEveryDatabase('The migration that stores sort keys', (kind) => {
  let database: TestDatabase
  let engine: Engine
  before(async () => {
    database = await kind.create('empty')
    const { DATABASE_URL: url, KONTOR_DATA: folder } = database.environment
    engine = await openEngine(url, folder!)
  })
  after(async () => {
    await engine?.close()
    await database?.drop()
  })

  test('fills them for all records that are there already, and for empty values leaves them empty', async () => {
    const place = migrations.findIndex(({ name }) => name === '0033-sort-keys')
    await migrate(engine, NOW, migrations.slice(0, place))
    const rows = Array.from({ length: COUNT }, (_, index) => ({
      id: `cus_${String(index).padStart(6, '0')}`,
      name: `${['Ärger', 'Straße', 'alpha', "O'Hara", '%_\\'][index % 5]} ${index}`,
      email: index % 3 ? `E${index}@example.com` : null,
      type: 'Company',
      creditHold: false,
      isActive: true,
      status: 'active',
      createdAt: NOW,
      updatedAt: NOW,
      version: 1,
      search_text: '',
    }))
    await engine.write(async (connection) => {
      for (const row of rows) await connection.query(engine.builder.insertInto('customers').values(row).compile())
    })
    await migrate(engine, NOW, migrations)
    const select = engine.builder
      .selectFrom('customers')
      .select(['name', 'name_sort', 'email', 'email_sort'])
      .orderBy('id')
    const stored = await engine.reader.query(select.compile())
    assert.deepEqual(
      stored.map((row) => [...row]),
      rows.map(({ name, email }) => [name, sortKeyOf(name), email, email && sortKeyOf(email)]),
    )
  })
})
