import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { migrations } from '../src/db/migrations/index.ts'
import { catalog } from '../src/resources/catalog.ts'
import { customerCredits } from './support/customer-credits.ts'
import { onEveryDatabase } from './support/databases.ts'
import { generatedMigration } from './support/generated-migration.ts'
import { type AnyRecord, directInvoice } from './support/invoicing.ts'
import { kontorFor } from './support/kontor.ts'
import { addRole, signedIn } from './support/people.ts'
import { assertRefused, create, createCustomer, createItem, read } from './support/records.ts'
import { createOrder, moveOrder } from './support/trade.ts'

const withCredits = [...catalog, customerCredits]
const { migration } = await generatedMigration('9003-customer-credits', withCredits)

onEveryDatabase('A new type of open item is a declaration', (kind) => {
  const kontor = kontorFor(kind, {
    catalog: withCredits,
    migrations: [...migrations, migration],
  })
  let item: AnyRecord
  before(async () => {
    item = await createItem(kontor(), { sellingPrice: 10, taxRate: 0 })
  })
  const lines = (quantity: number) => [{ item: item.id, quantity }]
  /** A customer who owes 100, overdue since long ago. */
  async function debtor(more: object = {}): Promise<AnyRecord> {
    const customer = await createCustomer(kontor(), more)
    await directInvoice(kontor(), lines(10), { customer, invoiceDate: '2026-01-01', dueDate: '2026-01-31' })
    return customer
  }
  const draftFor = ({ id }: AnyRecord, quantity: number) =>
    create(kontor(), '/customer-credits', { customer: id, items: lines(quantity) })
  const move = async (credit: AnyRecord, status: string): Promise<AnyRecord> => {
    const answer = await kontor().put(`/customer-credits/${credit.id}/status`, { status })
    assert.equal(answer.status, 200, answer.text)
    return answer.body.data
  }
  const creditFor = async (customer: AnyRecord, quantity: number) => move(await draftFor(customer, quantity), 'open')
  const balanceOf = async ({ id }: AnyRecord) => (await read(kontor(), `/customers/${id}`)).balance

  test('nothing is open of a draft, the total once it is issued, and nothing when it is called off', async () => {
    const states = []
    const draft = await draftFor(await createCustomer(kontor()), 3)
    for (const status of ['draft', 'open', 'void']) {
      const { total, refunded, outstanding } = status === 'draft' ? draft : await move(draft, status)
      states.push([status, total, refunded, outstanding])
    }
    assert.deepEqual(states, [
      ['draft', 30, 0, 0],
      ['open', 30, 0, 30],
      ['void', 30, 0, 0],
    ])
  })

  test('one over nothing is settled at once', async () => {
    const customer = await createCustomer(kontor())
    const items = [{ item: item.id, quantity: 1, rate: 0 }]
    const free = await create(kontor(), '/customer-credits', { customer: customer.id, items })
    const { status, outstanding } = await move(free, 'open')
    assert.deepEqual([status, outstanding], ['used', 0])
  })

  test('what is open of it counts in the balance of its party with its sign', async () => {
    const customer = await debtor()
    const credit = await creditFor(customer, 3)
    assert.deepEqual([(await balanceOf(customer)).outstanding, (await balanceOf(customer)).overdue], [70, 100])
    await move(credit, 'void')
    assert.equal((await balanceOf(customer)).outstanding, 100)
    await creditFor(customer, 10)
    const { outstanding, overdue } = await balanceOf(customer)
    assert.deepEqual([outstanding, overdue], [0, 100], 'what is overdue remains so until it is settled')
    await creditFor(customer, 1)
    assert.equal((await balanceOf(customer)).outstanding, -10)
  })

  test('lists of the party are filtered and sorted by the same balance', async () => {
    const [one, other] = [await debtor({ name: 'Sums' }), await debtor({ name: 'Sums' })]
    await creditFor(one, 4)
    const found = async (query: string) => {
      const { body, text } = await kontor().get(`/customers?name=Sums&${query}`)
      assert.ok(body.success, text)
      return body.data.map(({ id }: AnyRecord) => id)
    }
    assert.deepEqual(await found('balance.outstanding=60'), [one.id])
    assert.deepEqual(await found('balance.outstanding[gt]=60'), [other.id])
    assert.deepEqual(await found('sort=balance.outstanding&order=asc'), [one.id, other.id])
    assert.deepEqual(await found('balance.overdue=100&sort=name&order=asc'), [one.id, other.id])
  })

  test('credit is granted by the same balance', async () => {
    const customer = await debtor({ creditLimit: 120 })
    await creditFor(customer, 3)
    const order = await createOrder(kontor(), lines(6), { customer })
    const refused = await moveOrder(kontor(), order, 'submitted')
    assertRefused(refused, 422, 'CREDIT_LIMIT_EXCEEDED')
    const told = refused.body.error.details.map(({ field, message }: AnyRecord) => [field, message])
    assert.deepEqual(told.slice(-3), [
      ['limit', '120'],
      ['exposure', '70'],
      ['excess', '10'],
    ])
    await creditFor(customer, 1)
    assert.equal((await moveOrder(kontor(), order, 'submitted')).status, 200)
  })

  test('a role that may not read it does not see the balance that it is part of', async () => {
    const customer = await debtor()
    const shown = async (more: object) => {
      const can = { can: ['read'] } as const
      const role = await addRole(kontor().engine, { customers: can, invoices: can, 'sales-orders': can, ...more })
      const { token } = await signedIn(kontor(), role)
      return Object.keys((await kontor().get(`/customers/${customer.id}`, { token })).body.data.balance ?? {})
    }
    assert.deepEqual(await shown({}), ['uninvoicedOrders'])
    const all = ['outstanding', 'overdue', 'uninvoicedOrders', 'availableCredit']
    assert.deepEqual(await shown({ 'customer-credits': { can: ['read'] } }), all)
  })
})
