import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Permissions } from '../../src/model/rights.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { type AnyRecord, directInvoice } from '../support/invoicing.ts'
import { type CallOptions, kontorFor } from '../support/kontor.ts'
import { addRole, signedIn } from '../support/people.ts'
import { assertRefused, createCustomer, createItem, read } from '../support/records.ts'
import { createOrder } from '../support/trade.ts'
import { watching } from '../support/watching.ts'

const EVERYTHING = { can: ['read', 'create', 'update'] } as const

onEveryDatabase('The parameter expand', (kind) => {
  const kontor = kontorFor(kind)
  let customer: AnyRecord
  let items: AnyRecord[]
  let order: AnyRecord
  before(async () => {
    customer = await createCustomer(kontor(), { name: 'Nordlicht', creditLimit: 7654.32 })
    items = [await createItem(kontor(), { costPrice: 47.11 }), await createItem(kontor(), { itemName: 'Bolt' })]
    order = await createOrder(kontor(), items, { customer })
  })
  const withRole = async (permissions: object): Promise<CallOptions> => ({
    token: (await signedIn(kontor(), await addRole(kontor().engine, permissions as Permissions))).token,
  })
  const linesOf = ({ items: lines }: AnyRecord) => lines as AnyRecord[]

  test('adds the records that ids name, as a read of each answers them, to a record and to a list', async () => {
    const query = 'expand=customer,items.item'
    const one = await read(kontor(), `/sales-orders/${order.id}?${query}`)
    const [listed] = (await kontor().get(`/sales-orders?id=${order.id}&${query}`)).body.data
    const wholeCustomer = await read(kontor(), `/customers/${customer.id}`)
    const wholeItems = await Promise.all(items.map(({ id }) => read(kontor(), `/items/${id}`)))
    for (const record of [one, listed]) {
      assert.equal(record.customer, customer.id, 'the id stays')
      assert.deepEqual(record.expanded, { customer: wholeCustomer })
      assert.deepEqual(
        linesOf(record).map(({ item, expanded }) => [item, expanded]),
        wholeItems.map((item) => [item.id, { item }]),
      )
    }
    const plain = await read(kontor(), `/sales-orders/${order.id}`)
    assert.ok(!('expanded' in plain) && !('expanded' in linesOf(plain)[0]!), 'only if it is asked for')
  })

  test('leaves out an id that is empty', async () => {
    const invoice = await directInvoice(kontor(), [{ item: items[0]!.id, quantity: 1 }])
    const { expanded } = await read(kontor(), `/invoices/${invoice.id}?expand=salesOrder,customer`)
    assert.deepEqual(Object.keys(expanded as object), ['customer'])
  })

  test('goes together with fields: what is expanded is answered too', async () => {
    const { body } = await kontor().get(`/sales-orders/${order.id}?fields=orderNumber&expand=items.item,customer`)
    const { id, orderNumber, customer: named, items: lines, ...rest } = body.data
    assert.deepEqual([id, orderNumber, named], [order.id, order.orderNumber, customer.id])
    assert.deepEqual(Object.keys(rest), ['expanded'])
    assert.deepEqual(
      lines.map((line: object) => Object.keys(line)),
      items.map(() => ['id', 'item', 'expanded']),
    )
  })

  test('goes together with include=permitted, accepts blanks and may be repeated', async () => {
    const wanted = await read(kontor(), `/sales-orders/${order.id}?expand=customer,createdBy&include=permitted`)
    assert.deepEqual(Object.keys(wanted.expanded as object), ['customer', 'createdBy'])
    assert.ok(wanted.permitted)
    for (const query of ['expand=customer,%20createdBy', 'expand=customer&expand=createdBy&expand=customer'])
      assert.deepEqual(
        (await read(kontor(), `/sales-orders/${order.id}?${query}&include=permitted`)).expanded,
        wanted.expanded,
      )
  })

  test('reads all records of one reference together, however many there are', async () => {
    for (let index = 0; index < 6; index++) {
      const another = await createCustomer(kontor(), { name: `Another ${index}` })
      await createOrder(kontor(), [await createItem(kontor()), await createItem(kontor())], { customer: another })
    }
    const statementsFor = async (query: string) => {
      let count = 0
      const answer = await watching(
        kontor().engine,
        () => count++,
        () => kontor().get(`/sales-orders?includeTotal=false&${query}`),
      )
      assert.equal(answer.status, 200)
      return count
    }
    const costFor = async (perPage: number) =>
      (await statementsFor(`perPage=${perPage}&expand=customer,items.item,createdBy`)) -
      (await statementsFor(`perPage=${perPage}`))
    const few = await costFor(2)
    assert.equal(await costFor(6), few)
    assert.ok(few <= 6, 'one for each reference, and the balances of the customers')
  })

  test('shows nothing of a record that the role may not read', async () => {
    const blind = await withRole({ 'sales-orders': EVERYTHING, items: EVERYTHING })
    const { body } = await kontor().get(`/sales-orders/${order.id}?expand=customer,items.item,createdBy`, blind)
    assert.deepEqual(body.data.expanded, {})
    assert.equal(body.data.items[0].expanded.item.id, items[0]!.id)
  })

  test('shows nothing of a record that the role may not read because it belongs to another user', async () => {
    const seller = await withRole({
      'sales-orders': EVERYTHING,
      customers: { ...EVERYTHING, own: true },
      items: EVERYTHING,
    })
    const own = (await kontor().post('/customers', { name: 'Own' }, seller)).body.data
    const body = { customer: own.id, items: [{ item: items[0]!.id, quantity: 1 }] }
    const mine = (await kontor().post('/sales-orders', body, seller)).body.data
    const { data } = (await kontor().get('/sales-orders?expand=customer&perPage=100', seller)).body
    const names = data.map(({ id, expanded }: AnyRecord) => [id, (expanded as AnyRecord).customer !== undefined])
    assert.deepEqual(new Map<unknown, unknown>(names).get(mine.id), true)
    assert.deepEqual(new Map<unknown, unknown>(names).get(order.id), false)
  })

  test('shows no field that is hidden from the role, also where another hidden field follows from it', async () => {
    const blind = await withRole({
      'sales-orders': EVERYTHING,
      customers: { ...EVERYTHING, hidden: ['creditLimit', 'address.city'] },
      items: { ...EVERYTHING, hidden: ['costPrice'] },
    })
    const { body, text } = await kontor().get(`/sales-orders/${order.id}?expand=customer,items.item`, blind)
    const { expanded, items: lines } = body.data
    assert.equal(expanded.customer.name, 'Nordlicht')
    assert.ok(!('city' in expanded.customer.address) && 'street' in expanded.customer.address)
    assert.ok(!('availableCredit' in expanded.customer.balance))
    assert.ok(!('costPrice' in lines[0].expanded.item))
    assert.doesNotMatch(text, /7654\.32|47\.11/)
  })

  test('of a reference that is hidden from the role is refused', async () => {
    const blind = await withRole({ 'sales-orders': { ...EVERYTHING, hidden: ['items.item'] }, items: EVERYTHING })
    for (const path of ['/sales-orders', `/sales-orders/${order.id}`])
      assertRefused(await kontor().get(`${path}?expand=items.item`, blind), 403, 'FIELD_NOT_PERMITTED')
  })

  test('of an unknown name, or of a field that is no reference, is refused with those that can be expanded', async () => {
    const refused = async (path: string, message: string) => {
      const answer = await kontor().get(path)
      assertRefused(answer, 400, 'INVALID_PARAMETER')
      assert.equal(answer.body.error.message, message)
      assert.equal(answer.body.error.details[0].field, 'expand')
    }
    const known = 'These can be expanded: customer, items.item, quotation, createdBy.'
    await refused('/sales-orders?expand=custmer', `expand contains "custmer". Did you mean "customer"? ${known}`)
    await refused(`/sales-orders/${order.id}?expand=orderNumber`, `expand contains "orderNumber". ${known}`)
    await refused('/sales-orders?expand=customer,items', `expand contains "items". ${known}`)
    await refused('/sales-orders?expand=__proto__', `expand contains "__proto__". ${known}`)
    await refused('/invoices?expand=customer,salesOrder,items.item,createdBy', 'expand takes at most 3 references.')
  })

  test('is refused where records are not answered: in exports, histories and writes', async () => {
    for (const path of ['/sales-orders/export', `/sales-orders/${order.id}/history`, '/search?q=a', '/reports/summary'])
      assert.equal((await kontor().get(`${path}${path.includes('?') ? '&' : '?'}expand=customer`)).status, 400, path)
    assert.equal((await kontor().put(`/sales-orders/${order.id}?expand=customer`, { notes: 'x' })).status, 400)
  })

  test('is part of the ETag: the record is answered again when an expanded one has changed', async () => {
    const path = `/sales-orders/${order.id}?expand=customer`
    const { headers } = await kontor().get(path)
    const ask = () => kontor().get(path, { headers: { 'if-none-match': headers.etag! } })
    assert.equal((await ask()).status, 304)
    await kontor().put(`/customers/${customer.id}`, { phone: '+49 40 5550199' })
    assert.equal((await ask()).body.data.expanded.customer.phone, '+49 40 5550199')
  })

  test('stays in the links from page to page', async () => {
    const { link } = (await kontor().get('/sales-orders?perPage=1&expand=customer')).headers
    assert.match(link!, /expand=customer.*rel="next"/)
  })

  test('does no harm to a record that is sent back with what was expanded', async () => {
    const expanded = await read(kontor(), `/sales-orders/${order.id}?expand=customer,items.item&include=permitted`)
    const { status, body, text } = await kontor().put(`/sales-orders/${order.id}`, { ...expanded, notes: 'Sent back' })
    assert.equal(status, 200, text)
    assert.equal(body.data.notes, 'Sent back')
    assert.ok(!('expanded' in body.data))
  })
})
