import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Permissions } from '../../src/model/rights.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { directInvoice, movedInvoice } from '../support/invoicing.ts'
import { type CallOptions, kontorFor } from '../support/kontor.ts'
import { addRole, type Person, signedIn } from '../support/people.ts'
import { create, createCustomer } from '../support/records.ts'
import { shippedRoles } from '../support/shipped-roles.ts'
import { createStockedItem, deliver, invoice, moveThrough, orderBody, pay } from '../support/trade.ts'
import { assertForetold, type Edit, salesEdits, seenAt, tryEdits } from './trials.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape.
type AnyRecord = any

const roleNames = shippedRoles.map(({ name }) => name)
const LATER = '2099-12-31'
/** Drawing a page takes a while and does not depend on the state of a document, so it is tried in one state only. */
const PRINTED = ['history', 'pdf']

onEveryDatabase('What a document says that is permitted', (kind) => {
  const kontor = kontorFor(kind)
  const people = new Map<string, Person>()
  let [item, other, customer, buyer]: AnyRecord[] = []
  before(async () => {
    for (const role of roleNames) people.set(role, await signedIn(kontor(), role))
    item = await createStockedItem(kontor(), 100_000)
    other = await createStockedItem(kontor(), 100_000)
    customer = await createCustomer(kontor())
    buyer = await createCustomer(kontor())
  })
  const as = (role: string): CallOptions => ({ token: people.get(role)!.token })

  /** The role sells sees only the orders of its own user, so that user writes them. */
  const orderOf = async (role: string): Promise<AnyRecord> => {
    const body = orderBody(customer, [{ item: item.id, quantity: 4 }])
    if (role !== 'sales') return create(kontor(), '/sales-orders', body)
    return (await kontor().post('/sales-orders', body, as(role))).body.data
  }

  /** Every situation that an order can be in, and how it gets there. */
  const orders: Readonly<Record<string, (order: AnyRecord) => Promise<unknown>>> = {
    draft: async () => undefined,
    submitted: (order) => moveThrough(kontor(), order, 'submitted'),
    on_hold: (order) => moveThrough(kontor(), order, 'submitted', 'on_hold'),
    closed: (order) => moveThrough(kontor(), order, 'submitted', 'closed'),
    cancelled: (order) => moveThrough(kontor(), order, 'cancelled'),
    'delivered in part': async (order) => {
      await moveThrough(kontor(), order, 'submitted')
      await deliver(kontor(), order, [{ item: item.id, quantity: 1 }])
    },
    'delivered and invoiced': async (order) => {
      await moveThrough(kontor(), order, 'submitted')
      await deliver(kontor(), order)
      await invoice(kontor(), order)
    },
    'cancelled after its invoice was voided': async (order) => {
      await movedInvoice(kontor(), await invoice(kontor(), order), 'cancelled')
      await moveThrough(kontor(), order, 'cancelled')
    },
  }

  const orderEdits = () => ({
    ...salesEdits(buyer, other),
    orderDate: () => ({ orderDate: '2020-01-01' }),
    deliveryDate: () => ({ deliveryDate: LATER }),
  })

  for (const role of roleNames) {
    for (const [situation, bring] of Object.entries(orders)) {
      test(`an order (${situation}) tells ${role} what then really happens`, async () => {
        const fresh = async () => {
          const { id } = await orderOf(role)
          await bring({ id })
          const address = `/sales-orders/${id}`
          return { id, address, ...(await seenAt(kontor(), address, as(role))) }
        }
        const title = `${role}, ${situation}`
        const edited = await fresh()
        const { record, permitted, address } = edited
        assert.deepEqual(Object.keys(permitted.actions).sort(), [
          'deliveries.create',
          'duplicate',
          'history',
          'invoices.create-from-order',
          'pdf',
          'status',
        ])
        const again = await kontor().put(`${address}/status`, { status: record.status }, as(role))
        assertForetold(permitted.actions.status, again, `status: ${title}`)
        for (const name of situation === 'submitted' ? PRINTED : ['history'])
          assertForetold(permitted.actions[name], await kontor().get(`${address}/${name}`, as(role)), title)
        await tryEdits(kontor(), address, edited, orderEdits(), as(role), title)
        for (const [name, path] of [
          ['deliveries.create', '/deliveries'],
          ['invoices.create-from-order', '/invoices/from-order'],
        ] as const) {
          const source = await fresh()
          const answer = await kontor().post(path, { salesOrder: source.id }, as(role))
          assertForetold(source.permitted.actions[name], answer, `${name}: ${title}`)
        }
        const copied = await kontor().post(`${address}/duplicate`, {}, as(role))
        assertForetold(permitted.actions.duplicate, copied, `duplicate: ${title}`)
        const removed = await fresh()
        assertForetold(removed.permitted.delete, await kontor().delete(removed.address, as(role)), `delete: ${title}`)
      })
    }
  }

  const direct = (more: object = {}) => directInvoice(kontor(), [{ item: item.id, quantity: 4 }], { customer, ...more })
  const billed = async (more: object = {}) => {
    const order = await create(kontor(), '/sales-orders', orderBody(customer, [{ item: item.id, quantity: 4 }]))
    return invoice(kontor(), order, more)
  }
  const then = async (made: Promise<AnyRecord>, next: (made: AnyRecord) => Promise<unknown>) => {
    const record = await made
    await next(record)
    return record
  }
  const invoices: Readonly<Record<string, () => Promise<AnyRecord>>> = {
    draft: () => direct({ draft: true }),
    'draft of an order': () => billed({ draft: true }),
    unpaid: direct,
    'unpaid of an order': billed,
    partially_paid: () => then(direct(), (made) => pay(kontor(), made, 1)),
    paid: () => then(direct(), (made) => pay(kontor(), made, made.total)),
    cancelled: () => then(direct(), (made) => movedInvoice(kontor(), made, 'cancelled')),
  }

  const invoiceEdits = (): Readonly<Record<string, Edit>> => {
    return {
      ...salesEdits(buyer, other),
      invoiceDate: () => ({ invoiceDate: '2020-01-01' }),
      dueDate: () => ({ dueDate: LATER }),
      supplyFrom: () => ({ supplyFrom: '2020-01-01' }),
      supplyUntil: () => ({ supplyFrom: '2020-01-01', supplyUntil: '2020-01-02' }),
    }
  }

  for (const role of roleNames.filter((name) => name !== 'warehouse')) {
    for (const [situation, make] of Object.entries(invoices)) {
      test(`an invoice (${situation}) tells ${role} what then really happens`, async () => {
        const fresh = async () => {
          const { id } = await make()
          const address = `/invoices/${id}`
          return { id, address, ...(await seenAt(kontor(), address, as(role))) }
        }
        const title = `${role}, ${situation}`
        const edited = await fresh()
        const { record, permitted, address } = edited
        assert.deepEqual(Object.keys(permitted.actions).sort(), [
          'correct',
          'duplicate',
          'history',
          'payments.create',
          'pdf',
          'status',
        ])
        const again = await kontor().put(`${address}/status`, { status: record.status }, as(role))
        assertForetold(permitted.actions.status, again, `status: ${title}`)
        for (const name of situation === 'unpaid' ? PRINTED : ['history'])
          assertForetold(permitted.actions[name], await kontor().get(`${address}/${name}`, as(role)), title)
        await tryEdits(kontor(), address, edited, invoiceEdits(), as(role), title)
        const paid = await fresh()
        const payment = await kontor().post('/payments', { invoice: paid.id, amount: 0.01 }, as(role))
        assertForetold(paid.permitted.actions['payments.create'], payment, `pay: ${title}`)
        const wrong = await fresh()
        const draft = await kontor().post(`${wrong.address}/correct`, {}, as(role))
        assertForetold(wrong.permitted.actions.correct, draft, `correct: ${title}`)
        const copied = await kontor().post(`${address}/duplicate`, {}, as(role))
        assertForetold(permitted.actions.duplicate, copied, `duplicate: ${title}`)
        const removed = await fresh()
        assertForetold(removed.permitted.delete, await kontor().delete(removed.address, as(role)), `delete: ${title}`)
        assert.equal(
          removed.permitted.delete.offered,
          removed.permitted.delete.allowed && record.status === 'draft',
          title,
        )
      })
    }
  }

  test('a draft order that cannot be submitted cannot be invoiced, for the same reason', async () => {
    const held = await createCustomer(kontor(), { creditHold: true })
    const limited = await createCustomer(kontor(), { creditLimit: 1 })
    for (const [who, code] of [
      [held, 'CUSTOMER_ON_HOLD'],
      [limited, 'CREDIT_LIMIT_EXCEEDED'],
    ] as const) {
      const order = await create(kontor(), '/sales-orders', orderBody(who, [item]))
      const { permitted, record } = await seenAt(kontor(), `/sales-orders/${order.id}`)
      const told = permitted.actions['invoices.create-from-order']
      const answer = await kontor().post('/invoices/from-order', { salesOrder: order.id })
      assertForetold(told, answer, code)
      assert.equal(told!.code, code)
      assert.equal(told!.reason, answer.body.error.message)
      assert.equal(told!.reason, record.allowedTransitions[0].reason)
    }
  })

  test('an inactive customer gets no new documents, and a service no stock movements', async () => {
    const inactive = await createCustomer(kontor(), { isActive: false })
    const service = await create(kontor(), '/items', { itemCode: 'SERVICE', itemName: 'Work', itemType: 'Service' })
    const lines = { customer: inactive.id, items: [{ item: item.id, quantity: 1 }] }
    const trials = [
      [`/customers/${inactive.id}`, 'sales-orders.create', '/sales-orders', lines],
      [`/customers/${inactive.id}`, 'invoices.create', '/invoices', lines],
      [`/customers/${customer.id}`, 'sales-orders.create', '/sales-orders', { ...lines, customer: customer.id }],
      [`/items/${service.id}`, 'stock-movements.create', '/stock-movements', { item: service.id, quantity: 1 }],
      [`/items/${item.id}`, 'stock-movements.create', '/stock-movements', { item: item.id, quantity: 1 }],
    ] as const
    for (const [address, action, path, body] of trials) {
      const { permitted } = await seenAt(kontor(), address)
      assertForetold(permitted.actions[action], await kontor().post(path, body), `${action} from ${address}`)
    }
  })

  test('a role that does not see a part of the page is told that it gets no PDF', async () => {
    const order = await moveThrough(kontor(), await orderOf('admin'), 'submitted')
    const sent = await deliver(kontor(), order)
    const billedOrder = await invoice(kontor(), order)
    const addresses = [`/sales-orders/${order.id}`, `/deliveries/${sent.id}`, `/invoices/${billedOrder.id}`]
    const all = { can: ['read'] } as const
    const reading = { 'sales-orders': all, deliveries: all, invoices: all }
    const personWith = async (permissions: Permissions) =>
      signedIn(kontor(), await addRole(kontor().engine, permissions))
    const seeing = await personWith(reading)
    const blind = await personWith({ ...reading, customers: { can: ['read'], hidden: ['address'] } })
    for (const address of addresses) {
      for (const [{ token }, allowed] of [
        [seeing, true],
        [blind, false],
      ] as const) {
        const told = (await seenAt(kontor(), address, { token })).permitted.actions.pdf
        assertForetold(told, await kontor().get(`${address}/pdf`, { token }), address)
        assert.equal(told!.allowed, allowed, address)
      }
    }
  })

  test('payments and deliveries keep their figures and can be taken back; the stock ledger only grows', async () => {
    const paid = await pay(kontor(), await direct(), 1)
    const order = await moveThrough(kontor(), await orderOf('admin'), 'submitted')
    const sent = await deliver(kontor(), order)
    const [movement] = (await kontor().get(`/stock-movements?item=${item.id}&perPage=1&include=permitted`)).body.data
    assert.deepEqual(movement.permitted.edit, ['externalIds'])
    assert.equal(movement.permitted.delete.code, 'DOCUMENT_LOCKED')
    const edits = {
      payments: ['paymentDate', 'method', 'reference', 'externalIds'],
      deliveries: ['deliveryDate', 'notes', 'externalIds'],
    }
    for (const [resource, { id }] of Object.entries({ payments: paid, deliveries: sent })) {
      const address = `/${resource}/${id}`
      const { permitted } = await seenAt(kontor(), address)
      assert.deepEqual(permitted.edit, edits[resource as keyof typeof edits])
      assertForetold(permitted.delete, await kontor().delete(address), resource)
    }
  })
})
