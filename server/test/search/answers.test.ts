import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { fixtures } from '../support/fixtures.ts'
import { kontorFor } from '../support/kontor.ts'
import { assertRefused, createCustomer, createItem } from '../support/records.ts'
import {
  createOrder,
  createService,
  createStockedItem,
  createSubmitted,
  deliver,
  invoice,
  submit,
} from '../support/trade.ts'
import { createWorld, type World } from '../support/world.ts'
import { askFor, type Hit, hitsByKind, hitsFor } from './searching.ts'

const found = [...fixtures].flatMap(([name, { hit }]) => (hit ? [{ name, hit }] : []))
const KINDS = found.map(({ name }) => name)

onEveryDatabase('A response of the search', (kind) => {
  const kontor = kontorFor(kind)
  const made: Record<string, { id: string; [field: string]: unknown }> = {}
  before(async () => {
    const item = await createItem(kontor(), { itemCode: 'WIND-1', itemName: 'Windlass', sellingPrice: 5 })
    const customer = await createCustomer(kontor(), { name: 'Windmühlen AG', email: 'post@wind.example' })
    const order = await submit(kontor(), await createOrder(kontor(), [await createService(kontor())], { customer }))
    Object.assign(made, { item, customer, order, invoice: await invoice(kontor(), order) })
  })

  test('has a list of hits for every resource', async () => {
    const { item, customer, order, invoice: issued } = made
    const data = await hitsByKind(kontor(), 'wind')
    assert.deepEqual(Object.keys(data).sort(), [...KINDS].sort())
    const essence = Object.values(data)
      .flat()
      .map(({ score: _, ...rest }) => rest)
    const windmill = 'Windmühlen AG'
    assert.deepEqual(
      new Map(essence.map((hit) => [hit.type, hit])),
      new Map(
        Object.entries({
          items: { id: item!.id, name: 'Windlass', type: 'items', code: 'WIND-1', status: 'active' },
          customers: { id: customer!.id, name: windmill, type: 'customers', code: null, status: 'active' },
          'sales-orders': {
            id: order!.id,
            name: windmill,
            type: 'sales-orders',
            code: order!.orderNumber,
            status: 'submitted',
          },
          invoices: { id: issued!.id, name: windmill, type: 'invoices', code: issued!.invoiceNumber, status: 'unpaid' },
        }),
      ),
    )
    for (const { score } of Object.values(data).flat()) assert.ok(score > 0 && score <= 1)
  })

  test('has deliveries, by their number and by that of their order', async () => {
    const customer = await createCustomer(kontor(), { name: 'Dockyard' })
    const order = await createSubmitted(kontor(), [await createStockedItem(kontor(), 1)], { customer })
    const { id, deliveryNumber } = await deliver(kontor(), order)
    const best = async (text: string) => (await hitsFor(kontor(), text, { types: 'deliveries' }))[0]
    const hit = { id, name: 'Dockyard', type: 'deliveries', code: deliveryNumber, status: null, score: 1 }
    assert.deepEqual(await best(deliveryNumber), hit)
    for (const text of [order.orderNumber, 'dockyrd']) assert.equal((await best(text))?.id, id, text)
  })

  test('has every resource that was asked for, with an empty list if nothing was found', async () => {
    assert.deepEqual(await hitsByKind(kontor(), 'zzzzzz'), Object.fromEntries(KINDS.map((name) => [name, []])))
    assert.deepEqual(await hitsByKind(kontor(), 'zzzzzz', { types: 'items,invoices' }), { items: [], invoices: [] })
    assert.deepEqual(Object.keys(await hitsByKind(kontor(), 'wind', { types: 'customers' })), ['customers'])
    assert.deepEqual(Object.keys(await hitsByKind(kontor(), 'wind', { types: ' items, customers,' })).sort(), [
      'customers',
      'items',
    ])
    assert.equal(Object.keys(await hitsByKind(kontor(), 'wind', { types: '' })).length, KINDS.length)
  })

  test('for an unknown resource is a refusal that names the known ones', async () => {
    for (const types of ['itemz', 'items,payments', 'items,users', '*']) {
      const answer = await askFor(kontor(), 'wind', { types })
      assertRefused(answer, 400, 'INVALID_PARAMETER')
      for (const name of KINDS) assert.ok(answer.body.error.message.includes(name), answer.text)
      assert.match(answer.body.error.details[0].field, /^types/)
    }
  })

  test('without a query is a refusal', async () => {
    for (const query of ['', '?q=', '?q=%20%09', '?q', '?types=items'])
      assertRefused(await kontor().get(`/search${query}`), 400, 'INVALID_PARAMETER')
    assertRefused(await askFor(kontor(), 'x'.repeat(201)), 400, 'INVALID_PARAMETER')
    assert.equal((await askFor(kontor(), 'x'.repeat(200))).status, 200)
  })

  test('refuses parameters that it does not know', async () => {
    const { status, body } = await askFor(kontor(), 'wind', { limitt: 5 })
    assert.deepEqual([status, body.error.code, body.error.details[0].field], [400, 'INVALID_PARAMETER', 'limitt'])
    assert.match(body.error.message, /Did you mean "limit"\?$/)
    assertRefused(await kontor().get('/search?q=a&q=b'), 400, 'INVALID_PARAMETER')
  })

  test('to unusual queries is never an internal error', async () => {
    const odd = [
      '%',
      '_',
      '\\',
      "'",
      '"',
      '=',
      '=wind',
      '\u0301',
      '😀',
      '\u{10FFFF}',
      '-'.repeat(200),
      'ﷺ'.repeat(200),
      '日'.repeat(200),
      'a b '.repeat(50),
    ]
    for (const q of odd) assert.equal((await askFor(kontor(), q)).status, 200, q)
  })

  test('is for signed-in users only', async () => {
    assertRefused(await kontor().get('/search?q=wind', { token: null }), 401, 'UNAUTHORIZED')
  })
})

onEveryDatabase('A hit of the search', (kind) => {
  const kontor = kontorFor(kind)
  let world: World
  before(async () => {
    world = await createWorld(kontor())
  })

  for (const { name, hit } of found) {
    test(`in ${name} shows ${Object.values(hit).filter(Boolean).join(' and ')}, and is found by them`, async () => {
      const { id, ...record } = world.records[name]
      for (const field of Object.values(hit).filter((one) => one !== null)) {
        const hits = await hitsFor(kontor(), record[field], { types: name, limit: 100 })
        const { score: _, ...shown } = hits.find((one) => one.id === id)!
        const code = hit.code && record[hit.code]
        assert.deepEqual(shown, { id, name: record[hit.name], type: name, code, status: record.status ?? null })
      }
    })
  }
})

onEveryDatabase('The limit of a search', (kind) => {
  const kontor = kontorFor(kind)
  before(async () => {
    for (let index = 0; index < 110; index++) await createItem(kontor(), { itemName: `Gadget number ${index}` })
    for (let index = 0; index < 15; index++) await createCustomer(kontor(), { name: `Great gadget ${index}` })
    await createCustomer(kontor(), { name: 'Gadget' })
  })

  test('is 20 by default, over all resources together', async () => {
    assert.equal((await hitsFor(kontor(), 'gadget')).length, 20)
    assert.equal((await hitsFor(kontor(), 'gadget', { types: 'items' })).length, 20)
    for (const limit of [1, 7, 50, 100]) assert.equal((await hitsFor(kontor(), 'gadget', { limit })).length, limit)
  })

  test('is 100 at most', async () => {
    for (const limit of [101, 5000]) assert.equal((await hitsFor(kontor(), 'gadget', { limit })).length, 100)
  })

  test('is a whole number from 1', async () => {
    for (const limit of ['0', '-1', 'abc', '1.5', '1e2']) {
      const answer = await askFor(kontor(), 'gadget', { limit })
      assertRefused(answer, 400, 'INVALID_PARAMETER')
      assert.equal(answer.body.error.details[0].field, 'limit')
    }
  })

  test('is filled by score, whatever the resource', async () => {
    const [best] = await hitsFor(kontor(), 'gadget', { limit: 1 })
    assert.deepEqual([best!.type, best!.name, best!.score], ['customers', 'Gadget', 1])
    const data = await hitsByKind(kontor(), 'gadget', { limit: 20 })
    assert.deepEqual(
      data.customers!.map(({ name }) => name),
      ['Gadget'],
      'names that begin so count for more',
    )
    assert.equal(data.items!.length, 19)
  })

  test('cuts off the lowest scores', async () => {
    const scores = (hits: readonly Hit[]) => hits.map(({ id, score }) => [id, score])
    const all = await hitsFor(kontor(), 'gadget', { limit: 100 })
    const some = await hitsFor(kontor(), 'gadget', { limit: 10 })
    assert.deepEqual(scores(some)[0], scores(all)[0])
    for (const list of Object.values(await hitsByKind(kontor(), 'gadget', { limit: 100 })))
      assert.deepEqual(
        list,
        [...list].sort((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1)),
      )
  })
})
