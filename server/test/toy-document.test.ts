import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { migrations } from '../src/db/migrations/index.ts'
import { catalog } from '../src/resources/catalog.ts'
import { seenAt } from './permitted/trials.ts'
import { onEveryDatabase } from './support/databases.ts'
import { gadgetMakers, gadgetOrders, gadgetOrdersMigration } from './support/gadget-orders.ts'
import { kontorFor } from './support/kontor.ts'
import { addRole, signedIn } from './support/people.ts'
import { assertNotPrinted, assertPrinted, print } from './support/print.ts'
import { assertRefused, create, createItem } from './support/records.ts'

onEveryDatabase('A new type of document is one declaration, one catalog line, one migration', (kind) => {
  const kontor = kontorFor(kind, {
    catalog: [...catalog, gadgetMakers, gadgetOrders],
    migrations: [...migrations, gadgetOrdersMigration],
  })
  let maker: string
  let steel: string
  const newOrder = (more: object = {}) =>
    create(kontor(), '/gadget-orders', {
      maker,
      orderDate: '2026-11-15',
      items: [{ item: steel, quantity: 3 }],
      ...more,
    })
  const move = (id: string, status: string) => kontor().put(`/gadget-orders/${id}/status`, { status })

  before(async () => {
    const address = { street: 'Werkstraße 1', city: 'Bremen' }
    maker = (await create(kontor(), '/gadget-makers', { name: 'Stahlwerk Nord', paymentTerms: 'Net 14', address })).id
    steel = (await createItem(kontor(), { itemName: 'Sheet steel', costPrice: 12.5, sellingPrice: 99, taxRate: 19 })).id
  })

  test('it is numbered without gaps, from the pattern of its declaration', async () => {
    const numbers = []
    for (let count = 0; count < 2; count++) numbers.push((await newOrder()).gadgetNumber)
    assertRefused(await kontor().post('/gadget-orders', { maker, items: [] }), 422, 'VALIDATION_ERROR')
    numbers.push((await newOrder()).gadgetNumber)
    assert.deepEqual(numbers, ['GO-2026-00001', 'GO-2026-00002', 'GO-2026-00003'])
  })

  test('its lines are priced by the cost price, and its totals follow', async () => {
    const order = await newOrder()
    assert.deepEqual(
      [order.items[0].rate, order.items[0].itemName, order.subtotal, order.taxTotal, order.total, order.currency],
      [12.5, 'Sheet steel', 37.5, 7.13, 44.63, 'EUR'],
    )
    assert.deepEqual([order.makerName, order.paymentTerms], ['Stahlwerk Nord', 'Net 14'])
    const refused = await kontor().post('/gadget-orders', {
      maker,
      items: [{ item: steel, quantity: 3 }],
      expectedTotal: 1,
    })
    assertRefused(refused, 422, 'TOTAL_MISMATCH')
  })

  test('an inactive maker is refused on its field', async () => {
    const gone = (await create(kontor(), '/gadget-makers', { name: 'Closed down', isActive: false })).id
    const refused = await kontor().post('/gadget-orders', { maker: gone, items: [{ item: steel, quantity: 1 }] })
    assertRefused(refused, 422, 'INACTIVE_REFERENCE')
    assert.equal(refused.body.error.details[0].field, 'maker')
    assert.equal(
      refused.body.error.message,
      'Gadget maker Closed down is inactive. Activate the gadget maker or choose another one.',
    )
  })

  test('it and its maker say what is permitted', async () => {
    const gone = (await create(kontor(), '/gadget-makers', { name: 'Moved away', isActive: false })).id
    const told = async (path: string) => (await seenAt(kontor(), path)).permitted
    const creation = 'gadget-orders.create'
    assert.deepEqual((await told(`/gadget-makers/${maker}`)).actions[creation], { allowed: true })
    assert.equal((await told(`/gadget-makers/${gone}`)).actions[creation]?.code, 'INACTIVE_REFERENCE')
    const { id } = await newOrder()
    const draft = await told(`/gadget-orders/${id}`)
    assert.deepEqual(
      [draft.delete.offered, draft.actions.pdf?.allowed, draft.edit.includes('items')],
      [true, true, true],
    )
    const [{ status }] = (await kontor().get(`/gadget-orders/${id}`)).body.data.allowedTransitions
    await move(id, status)
    const ordered = await told(`/gadget-orders/${id}`)
    assert.deepEqual([ordered.edit, ordered.delete.code], [['notes', 'externalIds'], 'DOCUMENT_LOCKED'])
  })

  test('it moves through its lifecycle, and is locked and kept on the way', async () => {
    const { id } = await newOrder()
    assertRefused(await move(id, 'received'), 422, 'INVALID_STATUS_TRANSITION')
    const ordered = await move(id, 'ordered')
    assert.deepEqual(
      ordered.body.data.allowedTransitions.map(({ status }: { status: string }) => status),
      ['received', 'cancelled'],
    )
    assertRefused(await kontor().put(`/gadget-orders/${id}`, { deliveryDate: '2026-12-24' }), 422, 'DOCUMENT_LOCKED')
    assert.equal((await kontor().put(`/gadget-orders/${id}`, { notes: 'Ring twice.' })).status, 200)
    assertRefused(await kontor().delete(`/gadget-orders/${id}`), 422, 'DOCUMENT_LOCKED')
    await move(id, 'cancelled')
    assert.equal((await kontor().delete(`/gadget-orders/${id}`)).status, 204)
  })

  test('a role needs the right of the move', async () => {
    const { id } = await newOrder()
    const role = await addRole(kontor().engine, { 'gadget-orders': { can: ['read', 'create', 'submit'] } })
    const { token } = await signedIn(kontor(), role)
    const path = `/gadget-orders/${id}/status`
    assert.equal((await kontor().call('PUT', path, { body: { status: 'ordered' }, token })).status, 200)
    assertRefused(await kontor().call('PUT', path, { body: { status: 'cancelled' }, token }), 403, 'FORBIDDEN')
  })

  test('a refused deletion tells its status, but not to a role that does not see it', async () => {
    const { id } = await newOrder()
    await move(id, 'ordered')
    const said = async (hidden: string[]) => {
      const role = await addRole(kontor().engine, { 'gadget-orders': { can: ['read', 'delete'], hidden } })
      const refused = await kontor().delete(`/gadget-orders/${id}`, await signedIn(kontor(), role))
      assertRefused(refused, 422, 'DOCUMENT_LOCKED')
      return refused.body.error.message
    }
    assert.match(await said([]), /has the status "ordered"/)
    assert.doesNotMatch(await said(['status']), /ordered/)
  })

  test('it is listed, searched, exported and printed', async () => {
    const { id, gadgetNumber } = await newOrder({ notes: 'For the roof' })
    const listed = await kontor().get(`/gadget-orders?maker=${maker}&status=draft&sort=total`)
    assert.ok(listed.body.data.some((order: { id: string }) => order.id === id))
    const found = await kontor().get(`/search?q=${gadgetNumber}`)
    assert.ok(found.text.includes(id), found.text)
    const exported = await kontor().get('/gadget-orders/export')
    assert.ok(exported.text.includes(gadgetNumber), exported.text)
    const printed = await kontor().get(`/gadget-orders/${id}/pdf`)
    assert.equal(printed.headers['content-type'], 'application/pdf')
    assert.match(printed.headers['content-disposition']!, new RegExp(`${gadgetNumber}\\.pdf`))
    assert.ok(printed.text.startsWith('%PDF-1.7'))
  })

  test('its page says by its stage that it is a draft, or was called off', async () => {
    const { id } = await newOrder()
    const printed = async () => (await print(kontor(), `/gadget-orders/${id}/pdf`)).text
    assert.match(await printed(), /DRAFT/)
    await move(id, 'ordered')
    const ordered = await printed()
    assertPrinted(ordered, 'GADGET ORDER')
    assertNotPrinted(ordered, 'DRAFT', 'CANCELLED', 'VOID')
    await move(id, 'cancelled')
    assertPrinted(await printed(), 'GADGET ORDER', 'CANCELLED', 'VOID')
  })

  test('a sum over its list leaves out what was called off', async () => {
    const own = (await create(kontor(), '/gadget-makers', { name: 'Summed' })).id
    const [, { id }] = [await newOrder({ maker: own }), await newOrder({ maker: own })]
    await move(id, 'cancelled')
    const { meta } = (await kontor().get(`/gadget-orders?maker=${own}&include=sums`)).body
    assert.deepEqual(meta.sums.total, { EUR: 44.63 })
    assert.deepEqual(meta.summed, { count: 1, leftOut: { cancelled: 1 } })
  })

  test('it is described as a document, so that a client can draw its editor', async () => {
    const { document, transitions } = (await kontor().get('/resources/gadget-orders')).body.data
    assert.deepEqual(document, {
      party: { field: 'maker', resource: 'gadget-makers', name: 'makerName' },
      date: 'orderDate',
      price: 'costPrice',
      number: 'gadgetNumber',
      isPrinted: true,
      next: 'ordered',
      stock: 'in',
    })
    assert.deepEqual(transitions, [
      { from: ['draft'], to: 'ordered', isMain: true },
      { from: ['ordered'], to: 'received', isMain: true },
      { from: ['draft', 'ordered', 'received'], to: 'cancelled', isMain: false },
    ])
  })

  test('its history shows the user and the changes', async () => {
    const { id } = await newOrder()
    await move(id, 'ordered')
    const { data } = (await kontor().get(`/gadget-orders/${id}/history`)).body
    assert.deepEqual(
      data.map(({ operation }: { operation: string }) => operation),
      ['gadget-orders.status', 'gadget-orders.create'],
    )
  })
})
