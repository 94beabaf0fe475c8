import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoCustomers } from '../src/demo/customers.ts'
import { fillDemo } from '../src/demo/fill.ts'
import { demoItems } from '../src/demo/items.ts'
import { demoDeals, demoOffers } from '../src/demo/trade.ts'
import type { Item } from '../src/resources/items/items.resource.ts'
import { verify } from '../src/verify/verify.ts'
import { onEveryDatabase } from './support/databases.ts'
import { type Kontor, kontorFor, openKontor } from './support/kontor.ts'
import { createCustomer, rowsIn } from './support/records.ts'

const distinct = (values: readonly unknown[]) => [...new Set(values)]

/** What was created, without what differs in every run: ids and times. */
async function contentOf(kontor: Kontor, path: string): Promise<unknown[]> {
  const records: unknown[] = []
  for (let page = 1; ; page++) {
    const { text, body } = await kontor.get(`${path}order=asc&perPage=100&page=${page}`)
    records.push(...JSON.parse(text.replaceAll(IDS, 'an id').replaceAll(TIMES, 'a time')).data)
    if (page >= body.meta.totalPages) return records
  }
}

const IDS = /\b[a-z]{2,3}_[0-9a-z]{20}\b/g
const TIMES = /\b\d{4}-\d\d-\d\dT[\d:.]+Z/g

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

const OFFERS = demoOffers(demoCustomers.length, demoItems.length)
const ORDERS =
  demoDeals(demoCustomers.length, demoItems.length).length +
  OFFERS.filter(({ progress }) => progress === 'converted').length
const FILLED = { items: demoItems.length, customers: demoCustomers.length, orders: ORDERS }

onEveryDatabase('Demo data', (kind) => {
  const kontor = kontorFor(kind)
  const now = Date.now()
  const totalOf = async (address: string): Promise<number> => (await kontor().get(address)).body.meta.total

  test('fills an empty database as manual entry would', async () => {
    assert.deepEqual(await fillDemo(kontor().app.executor, now), FILLED)
    assert.equal(await totalOf('/items?perPage=1'), FILLED.items)
    assert.equal(await totalOf('/customers?perPage=1'), FILLED.customers)
    assert.equal(await totalOf('/sales-orders?perPage=1'), FILLED.orders)
    assert.equal(await totalOf('/items?status=inactive'), 1)
    const { body } = await kontor().get('/items?itemCode=CHN-11')
    const { itemName, category, sellingPrice, taxRate, images, status } = body.data[0]
    assert.deepEqual(
      { itemName, category, sellingPrice, taxRate, images, status },
      {
        itemName: 'Chain 11-speed, 118 links',
        category: 'Drivetrain',
        sellingPrice: 28.5,
        taxRate: 19,
        images: [],
        status: 'active',
      },
    )
    assert.equal(await totalOf('/customers?address.city=M%C3%BCnchen'), 1)
    assert.match((await kontor().get('/settings')).body.data.companyName, /\S/)
  })

  test('shows a running business: all kinds of documents, paid and overdue, in stock and running low', async () => {
    for (const status of ['draft', 'submitted', 'closed', 'cancelled'])
      assert.ok((await totalOf(`/sales-orders?status=${status}`)) > 0, status)
    for (const status of ['unpaid', 'partially_paid', 'paid', 'overdue'])
      assert.ok((await totalOf(`/invoices?status=${status}`)) > 0, status)
    for (const condition of ['status=draft', 'status=sent', 'status=accepted', 'status=rejected', 'isExpired=true'])
      assert.ok((await totalOf(`/quotations?${condition}`)) > 0, condition)
    assert.ok((await totalOf('/quotations?orderStatus=ordered')) > 0)
    for (const resource of ['payments', 'deliveries', 'stock-movements'])
      assert.ok((await totalOf(`/${resource}`)) > 0, resource)
    const stocked = (await contentOf(kontor(), '/items?itemType[ne]=Service&')) as Item[]
    assert.ok(stocked.every(({ currentStock }) => currentStock >= 0))
    const low = stocked.filter(({ currentStock, reorderLevel }) => currentStock < reorderLevel)
    assert.ok(low.length > 3 && low.length < stocked.length / 3, `${low.length} items run low`)
  })

  test('is consistent: kontor verify finds nothing', async () => {
    const faults = (await verify(kontor().engine)).flatMap(({ findings }) => findings)
    assert.deepEqual(faults, [])
  })

  test('changes nothing when filled again', async () => {
    const before = await contentOf(kontor(), '/items?')
    assert.equal(await fillDemo(kontor().app.executor), undefined)
    assert.deepEqual(await contentOf(kontor(), '/items?'), before)
    assert.equal(await rowsIn(kontor(), 'customers'), FILLED.customers)
    assert.equal(await rowsIn(kontor(), 'sales-orders'), FILLED.orders)
  })

  test('leaves a database with at least one customer unchanged', async () => {
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

  test('is created once by two concurrent processes, and the same in every run', async () => {
    const other = await openKontor(kind)
    try {
      const outcomes = await Promise.all([fillDemo(other.app.executor, now), fillDemo(other.app.executor, now)])
      assert.deepEqual(
        outcomes.filter((outcome) => outcome !== undefined),
        [FILLED],
      )
      for (const path of [
        '/items',
        '/customers',
        '/quotations',
        '/sales-orders',
        '/invoices',
        '/payments',
        '/deliveries',
      ])
        assert.deepEqual(await contentOf(other, `${path}?`), await contentOf(kontor(), `${path}?`), path)
    } finally {
      await other.close()
    }
  })
})
