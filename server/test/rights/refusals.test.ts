import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type ProblemCode, textOfProblem } from '../../src/core/problem.ts'
import { inEnglish } from '../../src/model/message.ts'
import type { Permissions } from '../../src/model/rights.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { directInvoice, movedInvoice } from '../support/invoicing.ts'
import { type Answer, type CallOptions, kontorFor } from '../support/kontor.ts'
import { addRole, signedIn } from '../support/people.ts'
import { createCustomer, createItem } from '../support/records.ts'
import {
  createOrder,
  createService,
  createStockedItem,
  createSubmitted,
  deliver,
  invoice,
  moveOrder,
  moveThrough,
  orderBody,
  pay,
} from '../support/trade.ts'

const ALL = { can: ['read', 'create', 'update', 'delete', 'submit', 'cancel'] } as const
type Request = (options: CallOptions) => Promise<Answer>
/** Prepares a request that is refused, however often it is sent. */
type Preparation = () => Promise<Request>
type Refusal = readonly [title: string, code: string, fields: readonly string[], prepare: Preparation]

const within = (resource: string, ...fields: string[]) => fields.map((field) => `${resource}.${field}`)
const STOCK = within('items', 'currentStock', 'reservedStock', 'availableStock', 'itemCode', 'uom')

onEveryDatabase('A refusal', (kind) => {
  const kontor = kontorFor(kind)
  let item: { id: string }
  before(async () => {
    item = await createStockedItem(kontor(), 5)
  })

  const tokens = new Map<string, Promise<CallOptions>>()
  /** A user who may do everything but see this field. */
  function withoutField(path: string): Promise<CallOptions> {
    const [name = '', ...field] = path.split('.')
    const permissions: Permissions = { '*': ALL, ...(name && { [name]: { ...ALL, hidden: [field.join('.')] } }) }
    const signIn = async () => ({
      token: (await signedIn(kontor(), await addRole(kontor().engine, permissions))).token,
    })
    const known = tokens.get(path) ?? signIn()
    tokens.set(path, known)
    return known
  }
  const posting = (path: string, body: object) => (options: CallOptions) => kontor().post(path, body, options)
  const billing = (order: { id: string }, more: object = {}) =>
    posting('/invoices/from-order', { salesOrder: order.id, ...more })
  const delivering = (order: { id: string }, more: object = {}) =>
    posting('/deliveries', { salesOrder: order.id, ...more })
  const paying = (paid: { id: string }, amount: number) => posting('/payments', { invoice: paid.id, amount })
  const moving = (order: { id: string }, status: string) => (options: CallOptions) =>
    moveOrder(kontor(), order, status, {}, options)
  const tooMuch = () => ({ items: [{ item: item.id, quantity: 9 }] })
  const bill = (more?: object) => directInvoice(kontor(), [{ item: item.id, quantity: 1 }], more)
  const submitted = (quantity = 1, more: object = {}) => createSubmitted(kontor(), [{ item: item.id, quantity }], more)

  const PICKED = ['orderNumber', 'items.itemCode', 'items.uom']
  const refusals: readonly Refusal[] = [
    [
      'to invoice more than is left',
      'OVER_INVOICED',
      within('sales-orders', ...PICKED, 'items.invoicedQuantity'),
      async () => billing(await submitted(), tooMuch()),
    ],
    [
      'to invoice a cancelled order',
      'DOCUMENT_LOCKED',
      within('sales-orders', 'status', 'orderNumber'),
      async () => billing(await moveThrough(kontor(), await submitted(), 'cancelled')),
    ],
    [
      'to invoice an order twice',
      'NOTHING_TO_INVOICE',
      within('sales-orders', 'invoiceStatus', 'orderNumber'),
      async () => {
        const order = await submitted()
        await invoice(kontor(), order)
        return billing(order)
      },
    ],
    [
      'to deliver more than is left',
      'DOCUMENT_LOCKED',
      within('sales-orders', ...PICKED, 'items.deliveredQuantity'),
      async () => delivering(await submitted(), tooMuch()),
    ],
    [
      'to deliver a draft',
      'DOCUMENT_LOCKED',
      within('sales-orders', 'status', 'orderNumber'),
      async () => delivering(await createOrder(kontor(), [{ item: item.id, quantity: 1 }])),
    ],
    [
      'to deliver an order twice',
      'DOCUMENT_LOCKED',
      within('sales-orders', 'deliveryStatus', 'orderNumber'),
      async () => {
        const order = await submitted()
        await deliver(kontor(), order)
        return delivering(order)
      },
    ],
    ['to deliver more than is in stock', 'INSUFFICIENT_STOCK', STOCK, async () => delivering(await submitted(900))],
    [
      'to enter stock of a service',
      'INSUFFICIENT_STOCK',
      within('items', 'itemType', 'itemCode'),
      async () =>
        posting('/stock-movements', { item: (await createService(kontor())).id, quantity: 1, reason: 'receipt' }),
    ],
    [
      'to enter more stock than can be kept',
      'VALIDATION_ERROR',
      STOCK,
      async () => posting('/stock-movements', { item: item.id, quantity: 99_999_999_999.9999, reason: 'receipt' }),
    ],
    ['to pay a draft', 'DOCUMENT_LOCKED', ['invoices.status'], async () => paying(await bill({ draft: true }), 1)],
    [
      'to pay too much',
      'OVERPAYMENT',
      within('invoices', 'outstanding', 'invoiceNumber', 'currency'),
      async () => paying(await bill(), 999),
    ],
    [
      'to exceed a credit limit',
      'CREDIT_LIMIT_EXCEEDED',
      [...within('customers', 'creditLimit', 'balance'), 'sales-orders.currency'],
      async () => {
        const customer = await createCustomer(kontor(), { creditLimit: 1 })
        return moving(await createOrder(kontor(), [{ item: item.id, quantity: 1 }], { customer }), 'submitted')
      },
    ],
    [
      'to submit an order of a customer on hold',
      'CUSTOMER_ON_HOLD',
      within('customers', 'creditHold', 'name'),
      async () => {
        const customer = await createCustomer(kontor(), { creditHold: true })
        return moving(await createOrder(kontor(), [{ item: item.id, quantity: 1 }], { customer }), 'submitted')
      },
    ],
    [
      'to submit an order of an inactive customer',
      'INACTIVE_REFERENCE',
      within('customers', 'isActive', 'name'),
      async () => {
        const customer = await createCustomer(kontor())
        const order = await createOrder(kontor(), [{ item: item.id, quantity: 1 }], { customer })
        await kontor().put(`/customers/${customer.id}`, { isActive: false })
        return moving(order, 'submitted')
      },
    ],
    [
      'to submit an order of an inactive item',
      'INACTIVE_REFERENCE',
      within('items', 'isActive', 'itemCode'),
      async () => {
        const idle = await createItem(kontor())
        const order = await createOrder(kontor(), [idle])
        await kontor().put(`/items/${idle.id}`, { isActive: false })
        return moving(order, 'submitted')
      },
    ],
    [
      'to order an inactive item',
      'INACTIVE_REFERENCE',
      within('items', 'isActive', 'itemCode'),
      async () =>
        posting(
          '/sales-orders',
          orderBody(await createCustomer(kontor()), [await createItem(kontor(), { isActive: false })]),
        ),
    ],
    [
      'to order for an inactive customer',
      'INACTIVE_REFERENCE',
      within('customers', 'isActive', 'name'),
      async () =>
        posting(
          '/sales-orders',
          orderBody(await createCustomer(kontor(), { isActive: false }), [{ item: item.id, quantity: 1 }]),
        ),
    ],
    [
      'to cancel an order that is invoiced',
      'INVALID_STATUS_TRANSITION',
      ['sales-orders.invoiceStatus'],
      async () => {
        const order = await submitted()
        await invoice(kontor(), order)
        return moving(order, 'cancelled')
      },
    ],
    [
      'to cancel an order that is delivered',
      'INVALID_STATUS_TRANSITION',
      ['sales-orders.deliveryStatus'],
      async () => {
        const order = await submitted()
        await deliver(kontor(), order)
        return moving(order, 'cancelled')
      },
    ],
    [
      'to delete a submitted order',
      'DOCUMENT_LOCKED',
      ['sales-orders.status'],
      async () => {
        const { id } = await submitted()
        return (options) => kontor().delete(`/sales-orders/${id}`, options)
      },
    ],
    [
      'to delete a paid invoice',
      'DOCUMENT_LOCKED',
      within('invoices', 'amountPaid', 'invoiceNumber'),
      async () => {
        const { id } = await bill()
        await pay(kontor(), { id }, 1)
        return (options) => kontor().delete(`/invoices/${id}`, options)
      },
    ],
    [
      'to delete a cancelled invoice',
      'DOCUMENT_LOCKED',
      ['invoices.status'],
      async () => {
        const { id } = await movedInvoice(kontor(), await bill(), 'cancelled')
        return (options) => kontor().delete(`/invoices/${id}`, options)
      },
    ],
    [
      'to void a paid invoice',
      'INVALID_STATUS_TRANSITION',
      within('invoices', 'amountPaid', 'currency'),
      async () => {
        const { id } = await bill()
        await pay(kontor(), { id }, 1)
        return (options) => kontor().put(`/invoices/${id}/status`, { status: 'cancelled' }, options)
      },
    ],
    [
      'to issue an invoice of an order on hold',
      'INVALID_STATUS_TRANSITION',
      within('sales-orders', 'status', 'orderNumber'),
      async () => {
        const order = await submitted()
        const { id } = await invoice(kontor(), order, { draft: true })
        await moveThrough(kontor(), order, 'on_hold')
        return (options) => kontor().put(`/invoices/${id}/status`, { status: 'unpaid' }, options)
      },
    ],
  ]

  for (const [title, code, fields, prepare] of refusals)
    test(`${title} says why, but not to a role that does not see ${fields.join(', ')}`, async () => {
      const request = await prepare()
      const usual = inEnglish(textOfProblem(code as ProblemCode))
      const told = async (path: string) => {
        const { body, text } = await request(await withoutField(path))
        assert.equal(body?.error?.code, code, text)
        return body.error.message
      }
      assert.notEqual(await told(''), usual)
      for (const field of fields) assert.equal(await told(field), usual, field)
    })

  test('to pay a part of a cent names the currency, but not to a role that does not see it', async () => {
    const request = paying(await bill(), 0.001)
    const told = async (path: string) => (await request(await withoutField(path))).body.error.details[0].message
    assert.match(await told(''), /^Amount must have at most 2 decimals in EUR\.$/)
    assert.equal(await told('invoices.currency'), 'This value conflicts with a field that your role may not see.')
  })

  test('in a batch says why to a user who sees only their own records, as it does alone', async () => {
    const permissions = { '*': ALL, 'sales-orders': { ...ALL, own: true } } as const
    const { token } = await signedIn(kontor(), await addRole(kontor().engine, permissions))
    const body = orderBody(await createCustomer(kontor()), [{ item: item.id, quantity: 1 }])
    const { id } = (await kontor().post('/sales-orders', body, { token })).body.data
    const alone = await kontor().put(`/sales-orders/${id}/status`, { status: 'closed' }, { token })
    const operations = [{ method: 'PUT', path: `/sales-orders/${id}/status`, body: { status: 'closed' } }]
    const batch = await kontor().post('/batch', { operations }, { token })
    assert.match(alone.body.error.message, /has the status "draft"/)
    assert.equal(batch.body.error.code, 'BATCH_FAILED')
    assert.ok(batch.body.error.message.endsWith(alone.body.error.message))
  })
})
