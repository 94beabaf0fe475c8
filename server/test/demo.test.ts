import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoCustomers } from '../src/demo/customers.ts'
import { fillDemo } from '../src/demo/fill.ts'
import { demoItems } from '../src/demo/items.ts'
import { onEveryDatabase } from './support/databases.ts'
import { type Kontor, kontorFor, openKontor } from './support/kontor.ts'
import { createCustomer, rowsIn } from './support/records.ts'

const distinct = (values: readonly unknown[]) => [...new Set(values)]

/** What was created, without what differs in every run. */
async function contentOf(kontor: Kontor, path: string): Promise<object[]> {
  const records: object[] = []
  for (let page = 1; ; page++) {
    const { body } = await kontor.get(`${path}?order=asc&perPage=100&page=${page}`)
    for (const { id: _id, createdAt: _created, updatedAt: _updated, ...rest } of body.data) records.push(rest)
    if (page >= body.meta.totalPages) return records
  }
}

test('the demo is a plausible assortment: every sale earns something, and what is stocked is reordered', () => {
  assert.equal(demoItems.length, 120)
  assert.equal(distinct(demoItems.map(({ itemCode }) => itemCode.toLowerCase())).length, demoItems.length)
  assert.equal(distinct(demoItems.map(({ itemName }) => itemName)).length, demoItems.length)
  assert.ok(distinct(demoItems.map(({ category }) => category)).length >= 8)
  assert.deepEqual(distinct(demoItems.map(({ itemType }) => itemType)), ['Product', 'Consumable', 'Service'])
  assert.deepEqual(distinct(demoItems.map(({ taxRate }) => taxRate)), [19, 7])
  for (const { itemCode, costPrice, sellingPrice, itemType, isActive, reorderLevel, reorderQty } of demoItems) {
    assert.ok(costPrice! > 0 && sellingPrice! > costPrice! * 1.2 && sellingPrice! < costPrice! * 4, itemCode)
    const isStocked = itemType !== 'Service' && isActive !== false
    assert.equal(reorderLevel! > 0 && reorderQty! >= reorderLevel!, isStocked, itemCode)
  }
})

test('the demo has customers of many countries, none of whom can be reached by mail', () => {
  assert.ok(demoCustomers.length >= 40)
  assert.equal(distinct(demoCustomers.map(({ email }) => email)).length, demoCustomers.length)
  assert.ok(distinct(demoCustomers.map(({ address }) => address!.country)).length >= 10)
  for (const { name, email, phone, address, paymentTerms } of demoCustomers) {
    assert.match(email!, /^[\w.-]+@[\w-]+\.example$/, name)
    assert.match(phone!, /^\+\d/, name)
    assert.match(paymentTerms!, /^(2\/10 )?(Net \d+|EOM(\+\d+)?|Due on receipt|COD)$/, name)
    for (const part of Object.values(address!)) assert.match(part as string, /\S/, name)
  }
  assert.ok(demoCustomers.some(({ creditHold }) => creditHold))
  assert.ok(demoCustomers.some(({ isActive }) => isActive === false))
})

onEveryDatabase('Demo data', (kind) => {
  const kontor = kontorFor(kind)

  test('fills an empty database as if somebody had entered it', async () => {
    const filled = await fillDemo(kontor().app.executor)
    assert.deepEqual(filled, { items: demoItems.length, customers: demoCustomers.length })
    assert.equal((await kontor().get('/items?perPage=1')).body.meta.total, demoItems.length)
    assert.equal((await kontor().get('/customers?perPage=1')).body.meta.total, demoCustomers.length)
    assert.equal((await kontor().get('/items?status=inactive')).body.meta.total, 1)
    const { body } = await kontor().get('/items?itemCode=CHN-11')
    const { itemName, category, sellingPrice, taxRate, currentStock, images, status } = body.data[0]
    assert.deepEqual(
      { itemName, category, sellingPrice, taxRate, currentStock, images, status },
      {
        itemName: 'Chain 11-speed, 118 links',
        category: 'Drivetrain',
        sellingPrice: 28.5,
        taxRate: 19,
        currentStock: 0,
        images: [],
        status: 'active',
      },
    )
    assert.equal((await kontor().get('/customers?address.city=M%C3%BCnchen')).body.meta.total, 1)
  })

  test('filled once more changes nothing', async () => {
    const before = await contentOf(kontor(), '/items')
    assert.equal(await fillDemo(kontor().app.executor), undefined)
    assert.deepEqual(await contentOf(kontor(), '/items'), before)
    assert.equal(await rowsIn(kontor(), 'customers'), demoCustomers.length)
  })

  test('is the same in every run, and comes back after everything was deleted', async () => {
    const other = await openKontor(kind)
    try {
      await fillDemo(other.app.executor)
      for (const path of ['/items', '/customers']) {
        assert.deepEqual(await contentOf(other, path), await contentOf(kontor(), path))
      }
      for (const path of ['/items', '/customers']) {
        for (let page = await other.get(`${path}?perPage=100`); page.body.data.length > 0; ) {
          for (const { id } of page.body.data) assert.equal((await other.delete(`${path}/${id}`)).status, 204)
          page = await other.get(`${path}?perPage=100`)
        }
      }
      assert.ok(await fillDemo(other.app.executor))
      assert.deepEqual(await contentOf(other, '/items'), await contentOf(kontor(), '/items'))
    } finally {
      await other.close()
    }
  })

  test('leaves a database alone that has as little as one customer', async () => {
    const other = await openKontor(kind)
    try {
      await createCustomer(other, { name: 'The only one' })
      assert.equal(await fillDemo(other.app.executor), undefined)
      assert.equal(await rowsIn(other, 'items'), 0)
      assert.equal(await rowsIn(other, 'customers'), 1)
    } finally {
      await other.close()
    }
  })

  test('filled by two processes at the same time is there once', async () => {
    const other = await openKontor(kind)
    try {
      const outcomes = await Promise.all([fillDemo(other.app.executor), fillDemo(other.app.executor)])
      assert.equal(outcomes.filter((outcome) => outcome !== undefined).length, 1)
      assert.equal(await rowsIn(other, 'items'), demoItems.length)
      assert.equal(await rowsIn(other, 'customers'), demoCustomers.length)
    } finally {
      await other.close()
    }
  })
})
