import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { verify } from '../../src/verify/verify.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { addRole, signedIn } from '../support/people.ts'
import { assertInvalid, assertRefused, create, createCustomer, createItem, read } from '../support/records.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape.
type AnyRecord = any

const dayFrom = (days: number) => Temporal.Now.plainDateISO('UTC').add({ days }).toString()

onEveryDatabase('A quotation', (kind) => {
  const kontor = kontorFor(kind)
  let customer: AnyRecord
  let bolt: AnyRecord
  before(async () => {
    customer = await createCustomer(kontor(), { name: 'Nordlicht', paymentTerms: 'Net 14' })
    bolt = await createItem(kontor(), { sellingPrice: 10, taxRate: 19 })
  })
  const quote = (more: object = {}): Promise<AnyRecord> =>
    create(kontor(), '/quotations', { customer: customer.id, items: [{ item: bolt.id, quantity: 10 }], ...more })
  const move = (id: string, status: string, more: object = {}) =>
    kontor().put(`/quotations/${id}/status`, { status, ...more })
  const toOrder = (id: string, body: object = {}, options = {}) =>
    kontor().post(`/quotations/${id}/to-order`, body, options)
  const seen = (id: string) => read(kontor(), `/quotations/${id}`)

  test('has a number, prices and taxes as an order has, and is valid for thirty days', async () => {
    const quotation = await quote()
    assert.match(quotation.quotationNumber, /^QU-\d{4}-\d{5}$/)
    const { status, subtotal, total, paymentTerms, quotationDate, validUntil, isExpired, orderStatus } = quotation
    assert.deepEqual(
      { status, subtotal, total, paymentTerms, isExpired, orderStatus },
      {
        status: 'draft',
        subtotal: 100,
        total: 119,
        paymentTerms: 'Net 14',
        isExpired: false,
        orderStatus: 'not_ordered',
      },
    )
    assert.deepEqual([quotationDate, validUntil], [dayFrom(0), dayFrom(30)])
    assert.equal((await kontor().put('/settings', { quotationValidDays: 14 })).status, 200)
    assert.equal((await quote()).validUntil, dayFrom(14))
    assertInvalid(await kontor().put('/settings', { quotationValidDays: -1 }), 'quotationValidDays')
    const earlier = { quotationDate: dayFrom(0), validUntil: dayFrom(-1) }
    assertInvalid(await kontor().put(`/quotations/${quotation.id}`, earlier), 'validUntil')
  })

  test('becomes an order as quoted, is accepted by that, and reserves nothing before', async () => {
    const { id } = await quote({
      items: [{ item: bolt.id, quantity: 4, rate: 7.77, discount: 10, taxRate: 7 }],
      notes: 'Soon',
    })
    assert.equal((await read(kontor(), `/items/${bolt.id}`)).reservedStock, 0)
    assert.equal((await move(id, 'sent')).status, 200)
    const answer = await toOrder(id)
    assert.equal(answer.status, 201, answer.text)
    const order = answer.body.data
    assert.equal(answer.headers.location?.endsWith(`/api/v1/sales-orders/${order.id}`), true)
    assert.deepEqual(
      [order.status, order.quotation, order.customer, order.paymentTerms, order.notes],
      ['draft', id, customer.id, 'Net 14', 'Soon'],
    )
    const quotation = await seen(id)
    assert.equal(order.total, quotation.total)
    const [line] = order.items
    assert.deepEqual([line.rate, line.discount, line.taxRate, line.quotationLine], [7.77, 10, 7, quotation.items[0].id])
    assert.deepEqual([quotation.status, quotation.orderStatus], ['accepted', 'ordered'])
    assert.equal(quotation.items[0].orderedQuantity, 4)
  })

  test('is ordered once: in parts until nothing is left, and again when an order is cancelled', async () => {
    const { id, quotationNumber } = await quote()
    const first = (await toOrder(id, { items: [{ item: bolt.id, quantity: 4 }] })).body.data
    assert.equal((await seen(id)).orderStatus, 'partly_ordered')
    const over = await toOrder(id, { items: [{ item: bolt.id, quantity: 7 }] })
    assertRefused(over, 422, 'ALREADY_CONVERTED')
    const second = (await toOrder(id)).body.data
    assert.equal(second.items[0].quantity, 6)
    const third = await toOrder(id)
    assertRefused(third, 422, 'ALREADY_CONVERTED')
    for (const part of [quotationNumber, first.orderNumber, second.orderNumber])
      assert.ok(third.body.error.message.includes(part), third.text)
    const blocked = (await seen(id)).allowedTransitions.find(({ status }: AnyRecord) => status === 'rejected')
    assert.deepEqual([blocked.allowed, blocked.blockers[0].code], [false, 'INVALID_STATUS_TRANSITION'])
    assert.equal((await kontor().put(`/sales-orders/${first.id}/status`, { status: 'cancelled' })).status, 200)
    assert.equal((await seen(id)).orderStatus, 'partly_ordered')
    assert.equal((await toOrder(id)).body.data.items[0].quantity, 4)
  })

  test('leaves the draft order free: lines come, go and change, and the quotation knows what is ordered of it', async () => {
    const { id } = await quote()
    const order = (await toOrder(id)).body.data
    const [line] = order.items
    const items = [
      { id: line.id, item: bolt.id, quantity: 3 },
      { description: 'Shipping', quantity: 1, rate: 5, taxRate: 19 },
    ]
    const changed = await kontor().put(`/sales-orders/${order.id}`, { items })
    assert.equal(changed.status, 200, changed.text)
    assert.deepEqual(
      changed.body.data.items.map(({ rate, quotationLine }: AnyRecord) => [rate, quotationLine]),
      [
        [10, line.quotationLine],
        [5, null],
      ],
    )
    assert.equal((await seen(id)).items[0].orderedQuantity, 3)
    const nut = await createItem(kontor())
    const more = { items: [{ id: line.id, item: bolt.id, quantity: 12 }] }
    const ordersMore = await kontor().put(`/sales-orders/${order.id}`, more)
    assert.equal(ordersMore.status, 200, ordersMore.text)
    assert.deepEqual([(await seen(id)).orderStatus, (await seen(id)).items[0].orderedQuantity], ['ordered', 12])
    const other = { items: [{ id: line.id, item: nut.id, quantity: 2 }] }
    const replaced = (await kontor().put(`/sales-orders/${order.id}`, other)).body.data
    assert.equal(replaced.items[0].quotationLine, null, 'another item was not quoted')
    assert.deepEqual([(await seen(id)).orderStatus, (await seen(id)).items[0].orderedQuantity], ['not_ordered', 0])
    assert.deepEqual(
      (await verify(kontor().engine)).flatMap(({ findings }) => findings),
      [],
    )
    assert.equal((await kontor().delete(`/sales-orders/${order.id}`)).status, 204)
    const again = (await toOrder(id)).body.data
    assert.equal((await kontor().delete(`/sales-orders/${again.id}`)).status, 204)
    assert.deepEqual([(await seen(id)).orderStatus, (await seen(id)).items[0].orderedQuantity], ['not_ordered', 0])
  })

  test('is rejected with a reason, can be offered again, and is ordered only then', async () => {
    const { id } = await quote()
    assert.equal((await move(id, 'sent')).status, 200)
    assert.equal((await move(id, 'rejected', { rejectionReason: 'Too dear' })).body.data.rejectionReason, 'Too dear')
    assertRefused(await toOrder(id), 422, 'DOCUMENT_LOCKED')
    assert.equal((await kontor().post(`/quotations/${id}/duplicate`, {})).body.data.rejectionReason, null)
    assert.equal((await move(id, 'sent')).status, 200)
    assert.equal((await move(id, 'rejected')).body.data.rejectionReason, 'Too dear', 'nothing else was said')
    assert.equal((await move(id, 'sent')).status, 200)
    assert.equal((await toOrder(id)).status, 201)
    const { transitions } = await read(kontor(), '/resources/quotations')
    const asking = transitions.filter(({ asks }: AnyRecord) => asks)
    assert.deepEqual(
      asking.map(({ to, asks }: AnyRecord) => [to, asks]),
      [['rejected', ['rejectionReason']]],
    )
    const unasked = await addRole(kontor().engine, {
      quotations: { can: ['read', 'cancel'], readOnly: ['rejectionReason'] },
    })
    const { token } = await signedIn(kontor(), unasked)
    const third = await quote()
    await move(third.id, 'sent')
    const reject = (body: object) => kontor().put(`/quotations/${third.id}/status`, body, { token })
    const sent = await reject({ status: 'rejected', rejectionReason: 'Too dear' })
    assertRefused(sent, 403, 'FIELD_NOT_PERMITTED')
    assert.equal((await reject({ status: 'rejected' })).status, 200)
    const other = await quote()
    await move(other.id, 'sent')
    assertRefused(await kontor().delete(`/quotations/${other.id}`), 422, 'DOCUMENT_LOCKED')
    await move(other.id, 'rejected')
    assert.equal((await kontor().delete(`/quotations/${other.id}`)).status, 204)
  })

  test('expires by the day of the company: it is listed as such, and accepted with a warning', async () => {
    const past = await quote({ quotationDate: dayFrom(-40), validUntil: dayFrom(-1) })
    assert.equal(past.isExpired, false, 'a draft waits for nothing')
    const sent = (await move(past.id, 'sent')).body.data
    assert.equal(sent.isExpired, true)
    const listed = async (query: string) =>
      (await kontor().get(`/quotations?${query}&perPage=100`)).body.data.map(({ id }: AnyRecord) => id)
    assert.deepEqual(await listed('isExpired=true'), [past.id])
    assert.equal((await listed('isExpired=false')).includes(past.id), false)
    const last = await quote({ validUntil: dayFrom(0) })
    assert.equal((await move(last.id, 'sent')).body.data.isExpired, false)
    const accepted = await move(past.id, 'accepted')
    assert.deepEqual(
      accepted.body.meta.warnings.map(({ code }: AnyRecord) => code),
      ['QUOTATION_EXPIRED'],
    )
    assert.equal(accepted.body.data.isExpired, false)
    assert.equal((await move(last.id, 'accepted')).body.meta, undefined)
  })

  test('is ordered only by a role that may create orders and accept quotations, and told of before', async () => {
    const { id } = await quote()
    const others = { customers: { can: ['read'] }, items: { can: ['read'] } } as const
    const as = async (quotations: readonly string[], orders: readonly string[]) => {
      const rights = { ...others, quotations: { can: quotations }, 'sales-orders': { can: orders } } as never
      return { token: (await signedIn(kontor(), await addRole(kontor().engine, rights))).token }
    }
    const seller = { token: (await signedIn(kontor(), 'sales')).token }
    assertRefused(await toOrder(id, {}, seller), 404, 'NOT_FOUND')
    const ofOthers = await kontor().post('/sales-orders/from-quotation', { quotation: id }, seller)
    assert.equal(ofOthers.status, 422, ofOthers.text)
    assertRefused(await toOrder(id, {}, await as(['read'], ['read'])), 403, 'FORBIDDEN')
    assertRefused(await toOrder(id, {}, await as(['read'], ['read', 'create'])), 403, 'FORBIDDEN')
    assert.equal((await seen(id)).status, 'draft')
    const answer = await toOrder(id, {}, await as(['read', 'submit'], ['create']))
    assert.deepEqual([answer.status, Object.keys(answer.body.data)], [201, ['id', 'version']])
  })

  test('keeps the books in order', async () => {
    const verdicts = await verify(kontor().engine)
    assert.deepEqual(
      verdicts.flatMap(({ findings }) => findings),
      [],
    )
  })
})
