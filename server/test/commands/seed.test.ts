import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { demoCustomers } from '../../src/demo/customers.ts'
import { demoItems } from '../../src/demo/items.ts'
import { onEveryDatabase, type TestDatabase } from '../support/databases.ts'
import { ADMIN } from '../support/kontor.ts'
import { kontor, withClient } from './command-line.ts'

onEveryDatabase('kontor seed', (kind) => {
  let database: TestDatabase
  before(async () => {
    database = await kind.create()
  })
  after(() => database.drop())

  test('fills an empty database and shows the password of the first administrator, this once', async () => {
    const { code, output, complaint } = await kontor(database.environment, 'seed', '--demo')
    assert.equal(code, 0, complaint)
    const [items, customers] = [demoItems.length, demoCustomers.length]
    assert.match(output, new RegExp(`\nCreated ${items} items, ${customers} customers and \\d+ orders .*.\n$`))
    const password = /admin@kontor\.local, password (\S+)/.exec(output)?.[1] ?? ''
    await withClient(database.environment, { email: ADMIN.email, password }, async ({ call }) => {
      assert.equal((await call('GET', '/items?perPage=1')).body.meta.total, items)
      assert.equal((await call('GET', '/customers?perPage=1')).body.meta.total, customers)
    })
  })

  test('again changes nothing and says so', async () => {
    const { code, output } = await kontor(database.environment, 'seed')
    assert.equal(code, 0)
    assert.equal(output, 'There are items or customers already: nothing was changed.\n')
  })
})
