import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { everyResource } from '../../src/app/every-resource.ts'
import { migrations } from '../../src/db/migrations/index.ts'
import { createStore } from '../../src/db/store.ts'
import { catalog } from '../../src/resources/catalog.ts'
import { installSettings } from '../../src/resources/settings/install-settings.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { gadgetMakers, gadgetOrders, gadgetOrdersMigration } from '../support/gadget-orders.ts'
import { kontorFor } from '../support/kontor.ts'
import { addRole, signedIn } from '../support/people.ts'
import { assertInvalid, assertRefused, create, createItem, read } from '../support/records.ts'
import { stoppedKontorFor } from '../support/stopped-clock.ts'
import { createSubmitted } from '../support/trade.ts'

const SHIPPED = {
  quotations: 'QU-{year}-{number}',
  'sales-orders': 'SO-{year}-{number}',
  invoices: 'INV-{year}-{number}',
  'credit-notes': 'CN-{year}-{number}',
  deliveries: 'DN-{year}-{number}',
}

onEveryDatabase('The patterns of numbers', (kind) => {
  const kontor = stoppedKontorFor(kind)
  const patterns = async () => (await read(kontor(), '/settings')).numberPatterns
  const put = (body: object) => kontor().put('/settings', body)

  test('are there for every document with a number, and what is left out stays as it is', async () => {
    assert.deepEqual(await patterns(), SHIPPED)
    const changed = await put({ numberPatterns: { deliveries: 'L{year}/{number:3}' } })
    assert.deepEqual(changed.body.data.numberPatterns, { ...SHIPPED, deliveries: 'L{year}/{number:3}' })
    const order = await createSubmitted(kontor(), [await createItem(kontor())])
    await create(kontor(), '/stock-movements', { item: order.items[0].item, quantity: 9, reason: 'receipt' })
    assert.equal((await create(kontor(), '/deliveries', { salesOrder: order.id })).deliveryNumber, 'L2026/001')
    assert.deepEqual((await put({ numberPatterns: null })).body.data.numberPatterns, await patterns())
  })

  test('are the same as the older fields for orders and invoices, whichever of the two is sent', async () => {
    const { body } = await put({ numberPatterns: { 'sales-orders': 'A-{number}' } })
    assert.equal(body.data.orderNumberPattern, 'A-{number}')
    const other = await put({ orderNumberPattern: 'B-{number}', invoiceNumberPattern: 'R-{number}' })
    assert.equal(other.body.data.numberPatterns['sales-orders'], 'B-{number}')
    assert.equal(other.body.data.numberPatterns.invoices, 'R-{number}')
    const whole = { ...other.body.data, invoiceNumberPattern: 'INV-{year}-{number}' }
    assert.equal((await put(whole)).body.data.numberPatterns.invoices, 'INV-{year}-{number}')
    const same = { orderNumberPattern: 'SO-{year}-{number}', numberPatterns: { 'sales-orders': 'SO-{year}-{number}' } }
    assert.equal((await put(same)).status, 200)
  })

  test('are refused if both names say something else, and nothing changes', async () => {
    const before = await read(kontor(), '/settings')
    const twice = await put({ orderNumberPattern: 'A-{number}', numberPatterns: { 'sales-orders': 'B-{number}' } })
    const said = assertInvalid(twice, 'numberPatterns.sales-orders')
    assert.match(said['numberPatterns.sales-orders']!, /must be the same as orderNumberPattern, or be left out/)
    assert.deepEqual(await read(kontor(), '/settings'), before)
  })

  test('are closed to a role that may not see, or not change, the older field', async () => {
    const tokenOf = async (fields: object) => {
      const role = await addRole(kontor().engine, { settings: { can: ['read', 'update'], ...fields } as never })
      return { token: (await signedIn(kontor(), role)).token }
    }
    const body = { numberPatterns: { invoices: 'X-{number}' } }
    const reading = await tokenOf({ readOnly: ['invoiceNumberPattern'] })
    const refused = await kontor().put('/settings', body, reading)
    assertRefused(refused, 403, 'FIELD_NOT_PERMITTED')
    assert.equal(refused.body.error.details[0].field, 'invoiceNumberPattern')
    const deliveries = { numberPatterns: { deliveries: 'DN-{year}-{number}' } }
    assert.equal((await kontor().put('/settings', deliveries, reading)).status, 200)
    const blind = await tokenOf({ hidden: ['invoiceNumberPattern'] })
    assert.equal('numberPatterns' in (await kontor().get('/settings', blind)).body.data, false)
    assertRefused(await kontor().put('/settings', body, blind), 403, 'FIELD_NOT_PERMITTED')
    const blinder = await tokenOf({ hidden: ['numberPatterns'] })
    const shown = (await kontor().get('/settings/numbering', blinder)).body.data
    assert.deepEqual(
      shown.map(({ document }: { document: string }) => document),
      ['sales-orders', 'invoices'],
    )
  })

  test('of settings from before are those of their fields, and otherwise the usual ones', async () => {
    await put({ orderNumberPattern: 'OLD-{number}' })
    const { engine } = kontor()
    const forget = engine.builder.updateTable('settings').set({ numberPatterns: '{}' })
    await engine.write((connection) => connection.query(forget.compile()))
    await installSettings(createStore(engine, everyResource()), new Date(kontor().now()).toISOString(), catalog)
    assert.deepEqual(await patterns(), { ...SHIPPED, 'sales-orders': 'OLD-{number}' })
  })
})

onEveryDatabase('The settings know a new type of document', (kind) => {
  const kontor = kontorFor(kind, {
    catalog: [...catalog, gadgetMakers, gadgetOrders],
    migrations: [...migrations, gadgetOrdersMigration],
  })
  let body: object
  before(async () => {
    const { id: maker } = await create(kontor(), '/gadget-makers', { name: 'Stahlwerk Nord' })
    const { id: item } = await createItem(kontor(), { costPrice: 12.5 })
    body = { maker, items: [{ item, quantity: 1 }] }
  })
  const order = () => create(kontor(), '/gadget-orders', body)

  test('its pattern can be changed, and its next number raised', async () => {
    assert.equal((await read(kontor(), '/settings')).numberPatterns['gadget-orders'], 'GO-{year}-{number}')
    const changed = await kontor().put('/settings', { numberPatterns: { 'gadget-orders': 'B{number:3}' } })
    assert.equal(changed.status, 200, changed.text)
    await kontor().put('/settings/numbering', { document: 'gadget-orders', nextNumber: 41 })
    assert.equal((await order()).gadgetNumber, 'B041')
    const wrong = await kontor().put('/settings', { numberPatterns: { 'gadget-orders': 'B' } })
    assertInvalid(wrong, 'numberPatterns.gadget-orders')
  })

  test('the currency cannot be changed while there is one, and can when there is none', async () => {
    const { id } = await order()
    const refused = await kontor().put('/settings', { currency: 'USD' })
    assertRefused(refused, 422, 'DOCUMENT_LOCKED')
    assert.match(refused.body.error.message, /there are gadget orders in EUR/)
    for (const one of await read(kontor(), '/gadget-orders'))
      assert.equal((await kontor().delete(`/gadget-orders/${one.id}`)).status, 204, id)
    assert.equal((await kontor().put('/settings', { currency: 'USD' })).status, 200)
    assert.equal((await order()).currency, 'USD')
  })
})
