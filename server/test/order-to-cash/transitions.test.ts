import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { type Kontor, kontorFor } from '../support/kontor.ts'
import { signedIn } from '../support/people.ts'
import { assertInvalid, assertRefused, createCustomer, createItem } from '../support/records.ts'
import {
  createOrder,
  createService,
  createStockedItem,
  moveOrder,
  moveThrough,
  readOrder,
  stockOf,
} from '../support/trade.ts'

/** How an order gets into each status. */
const ways: Readonly<Record<string, readonly string[]>> = {
  draft: [],
  submitted: ['submitted'],
  on_hold: ['submitted', 'on_hold'],
  closed: ['submitted', 'closed'],
  cancelled: ['cancelled'],
}
const statuses = Object.keys(ways)

/** The table of the product: what may follow what. */
const followers: Readonly<Record<string, readonly string[]>> = {
  draft: ['submitted', 'cancelled'],
  submitted: ['draft', 'on_hold', 'cancelled', 'closed'],
  on_hold: ['submitted', 'cancelled', 'closed'],
  closed: ['submitted'],
  cancelled: [],
}
const holdsStock = (status: string) => status === 'submitted' || status === 'on_hold'

onEveryDatabase('The status of a sales order', (kind) => {
  const kontor = kontorFor(kind)

  /** An order of 4 of an item of which 10 are there, and of a service. */
  async function orderIn(status: string) {
    const item = await createStockedItem(kontor(), 10)
    const service = await createService(kontor())
    const draft = await createOrder(kontor(), [{ item: item.id, quantity: 4 }, service])
    return { item, service, order: await moveThrough(kontor(), draft, ...ways[status]!) }
  }
  const stockIn = (status: string): [number, number, number] => (holdsStock(status) ? [10, 4, 6] : [10, 0, 10])

  for (const from of statuses) {
    for (const to of statuses) {
      if (from === to) testStaying(from)
      else if (followers[from]!.includes(to)) testMove(from, to)
      else testRefusal(from, to)
    }

    test(`an order that is ${from} says where it can go`, async () => {
      const { order } = await orderIn(from)
      assert.deepEqual(
        order.allowedTransitions,
        followers[from]!.map((status) => ({ status, allowed: true })),
      )
    })
  }

  function testStaying(status: string) {
    test(`${status} again changes nothing, so that a retry is safe`, async () => {
      const { order, item } = await orderIn(status)
      const answer = await moveOrder(kontor(), order, status)
      assert.equal(answer.status, 200)
      assert.deepEqual(answer.body, { success: true, data: order })
      assert.deepEqual(await stockOf(kontor(), item), stockIn(status))
    })
  }

  function testMove(from: string, to: string) {
    test(`an order that is ${from} becomes ${to}; its stock is ${holdsStock(to) ? 'set aside' : 'free'}`, async () => {
      const { order, item, service } = await orderIn(from)
      assert.deepEqual(await stockOf(kontor(), item), stockIn(from))
      const answer = await moveOrder(kontor(), order, to)
      assert.equal(answer.status, 200, answer.text)
      const { status, version, updatedAt: _, allowedTransitions: __, ...rest } = answer.body.data
      assert.deepEqual([status, version], [to, order.version + 1])
      for (const [name, value] of Object.entries(rest)) assert.deepEqual(value, order[name], name)
      assert.equal(answer.body.meta, undefined, 'there is nothing to warn of')
      assert.deepEqual(await readOrder(kontor(), order), answer.body.data)
      assert.deepEqual(await stockOf(kontor(), item), stockIn(to))
      assert.deepEqual(await stockOf(kontor(), service), [0, 0, 0])
    })
  }

  function testRefusal(from: string, to: string) {
    test(`an order that is ${from} cannot become ${to}, and is told what it can become`, async () => {
      const { order, item } = await orderIn(from)
      const answer = await moveOrder(kontor(), order, to)
      assertRefused(answer, 422, 'INVALID_STATUS_TRANSITION')
      const { message, details } = answer.body.error
      assert.ok(message.startsWith(`This sales order has the status "${from}" and cannot become "${to}".`), message)
      for (const status of followers[from]!) assert.ok(message.includes(status), message)
      if (followers[from]!.length === 0) assert.match(message, /It stays as it is\./)
      assert.deepEqual(details, [{ field: 'status', code: 'INVALID_STATUS_TRANSITION', message }])
      assert.deepEqual(await readOrder(kontor(), order), order)
      assert.deepEqual(await stockOf(kontor(), item), stockIn(from))
    })
  }

  test('a status that does not exist is refused with those that do', async () => {
    const { order } = await orderIn('draft')
    for (const body of [{ status: 'submited' }, { status: null }, {}, { status: 1 }]) {
      const answer = await kontor().put(`/sales-orders/${order.id}/status`, body)
      const said = assertInvalid(answer, 'status')
      if (body.status) assert.match(said.status!, /draft, submitted, on_hold, closed, cancelled/)
    }
    assertInvalid(await moveOrder(kontor(), order, 'submitted', { overrideCreditLimt: true }), 'overrideCreditLimt')
    assert.deepEqual(await readOrder(kontor(), order), order)
  })

  test('an order that does not exist has no status', async () => {
    assertRefused(await moveOrder(kontor(), { id: 'so_nothing' }, 'submitted'), 404, 'NOT_FOUND')
  })

  test('a stale If-Match moves nothing', async () => {
    const { order } = await orderIn('submitted')
    const stale = { headers: { 'if-match': '"1"' } }
    assertRefused(await moveOrder(kontor(), order, 'cancelled', {}, stale), 412, 'VERSION_MISMATCH')
    assert.deepEqual(await readOrder(kontor(), order), order)
    const current = { headers: { 'if-match': `"${order.version}"` } }
    assert.equal((await moveOrder(kontor(), order, 'cancelled', {}, current)).status, 200)
  })

  test('PATCH is understood like PUT', async () => {
    const { order } = await orderIn('draft')
    const answer = await kontor().call('PATCH', `/sales-orders/${order.id}/status`, { body: { status: 'submitted' } })
    assert.deepEqual([answer.status, answer.body.data.status], [200, 'submitted'])
  })
})

onEveryDatabase('The right to move a sales order', (kind) => {
  const kontor = kontorFor(kind)
  const draft = async (at: Kontor) => createOrder(at, [await createItem(at, { sellingPrice: 100 })])
  const orderOf = async (token: string) => {
    const [item, customer] = [await createItem(kontor()), await createCustomer(kontor())]
    const body = { customer: customer.id, items: [{ item: item.id, quantity: 1 }] }
    return (await kontor().post('/sales-orders', body, { token })).body.data
  }

  for (const role of ['admin', 'manager']) {
    test(`${role}: any order, to every status that it can take`, async () => {
      const { token } = await signedIn(kontor(), role)
      const order = await draft(kontor())
      for (const status of ['submitted', 'on_hold', 'submitted', 'closed', 'submitted', 'draft', 'cancelled']) {
        assert.equal((await moveOrder(kontor(), order, status, {}, { token })).status, 200, status)
      }
    })
  }

  test('sales: their own orders; those of others do not exist for them', async () => {
    const [anna, ben] = [await signedIn(kontor(), 'sales'), await signedIn(kontor(), 'sales')]
    const order = await orderOf(anna.token)
    assertRefused(await moveOrder(kontor(), order, 'submitted', {}, ben), 404, 'NOT_FOUND')
    const submitted = await moveOrder(kontor(), order, 'submitted', {}, anna)
    assert.equal(submitted.status, 200)
    assert.ok(submitted.body.data.allowedTransitions.every(({ allowed }: { allowed: boolean }) => allowed))
    assertRefused(await moveOrder(kontor(), order, 'cancelled', {}, ben), 404, 'NOT_FOUND')
    assert.equal((await moveOrder(kontor(), order, 'cancelled', {}, anna)).status, 200)
  })

  for (const role of ['viewer', 'warehouse', 'accountant']) {
    test(`${role}: none, and the order says so beforehand`, async () => {
      const { token } = await signedIn(kontor(), role)
      const order = await draft(kontor())
      for (const status of ['submitted', 'cancelled', 'draft', 'closed']) {
        const answer = await moveOrder(kontor(), order, status, {}, { token })
        assertRefused(answer, 403, 'FORBIDDEN')
        assert.ok(answer.body.error.message.includes(`"${role}"`), answer.body.error.message)
      }
      const seen = (await kontor().get(`/sales-orders/${order.id}`, { token })).body.data
      const message = `The role "${role}" may not do this.`
      const refused = { allowed: false, reason: message, blockers: [{ code: 'FORBIDDEN', message }] }
      assert.deepEqual(seen.allowedTransitions, [
        { status: 'submitted', ...refused },
        { status: 'cancelled', ...refused },
      ])
      assert.deepEqual(await readOrder(kontor(), order), order)
    })
  }

  test('a user who may not move an order does not see the amounts that block it', async () => {
    const { token } = await signedIn(kontor(), 'warehouse')
    const customer = await createCustomer(kontor(), { creditLimit: 77_777 })
    const item = await createItem(kontor(), { sellingPrice: 88_888 })
    const order = await createOrder(kontor(), [item], { customer })
    const { data } = (await kontor().get(`/sales-orders/${order.id}`, { token })).body
    const told = JSON.stringify(data.allowedTransitions)
    for (const secret of ['77777', '88888', '11111']) assert.ok(!told.includes(secret), told)
  })
})
