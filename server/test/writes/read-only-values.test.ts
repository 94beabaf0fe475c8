import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Field, Fields } from '../../src/model/fields.ts'
import type { Permissions } from '../../src/model/rights.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { type Answer, type CallOptions, kontorFor } from '../support/kontor.ts'
import { addRole, signedIn } from '../support/people.ts'
import { assertInvalid, createCustomer, createItem, customerBody, itemBody, read } from '../support/records.ts'
import { createOrder, createStockedItem, createSubmitted, invoice, moveOrder, receive } from '../support/trade.ts'
import { entries } from '../support/world.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape.
type AnyRecord = any

/** The message for each field that was ignored. */
function ignoredIn({ status, body, text }: Answer): Record<string, string> {
  assert.ok(status < 300, text)
  const warnings: AnyRecord[] = body.meta?.warnings ?? []
  for (const { code } of warnings) assert.equal(code, 'READ_ONLY_IGNORED')
  return Object.fromEntries(warnings.map(({ field, message }) => [field, message]))
}

onEveryDatabase('A value that was sent for a read-only field', (kind) => {
  const kontor = kontorFor(kind)

  test('is ignored, and the answer warns of it: the kept value, and what changes it', async () => {
    const order = await createOrder(kontor(), [await createItem(kontor())])
    for (const method of ['PUT', 'PATCH']) {
      const answer = await kontor().call(method, `/sales-orders/${order.id}`, { body: { status: 'cancelled' } })
      assert.equal(answer.body.data.status, 'draft')
      assert.deepEqual(answer.body.meta, {
        warnings: [
          {
            code: 'READ_ONLY_IGNORED',
            field: 'status',
            message:
              'status is read-only: "cancelled" was ignored, and it stays "draft". Use PUT /sales-orders/{id}/status to change it.',
          },
        ],
      })
    }
    assert.equal((await read(kontor(), `/sales-orders/${order.id}`)).version, 1)
  })

  test('is warned of when a record is created, unless it is the default', async () => {
    assert.deepEqual(ignoredIn(await kontor().post('/items', itemBody({ currentStock: 55 }))), {
      currentStock:
        'currentStock is read-only: 55 was ignored, and it stays 0. Use POST /stock-movements to change it.',
    })
    assert.deepEqual(ignoredIn(await kontor().post('/items', itemBody({ currentStock: 0, status: 'active' }))), {})
    assert.deepEqual(ignoredIn(await kontor().post('/items', itemBody({ currentStock: null }))), {})
    const body = {
      customer: (await createCustomer(kontor())).id,
      items: [{ item: (await createItem(kontor(), { sellingPrice: 5 })).id, quantity: 1 }],
    }
    assert.deepEqual(Object.keys(ignoredIn(await kontor().post('/sales-orders', { ...body, status: 'submitted' }))), [
      'status',
    ])
    assert.deepEqual(ignoredIn(await kontor().post('/invoices', { ...body, status: 'unpaid' })), {}, 'it became so')
  })

  test('is not warned of if it is what was stored, or what the write makes of it', async () => {
    const item = await createItem(kontor(), { sellingPrice: 10 })
    const order = await createOrder(kontor(), [{ item: item.id, quantity: 1 }])
    const [line] = order.items
    const doubled = { ...order, items: [{ ...line, quantity: 2 }] }
    assert.deepEqual(ignoredIn(await kontor().put(`/sales-orders/${order.id}`, doubled)), {}, 'the old total')
    const tripled = { ...order, total: 30, subtotal: 30, items: [{ ...line, quantity: 3, amount: 30 }] }
    assert.deepEqual(ignoredIn(await kontor().put(`/sales-orders/${order.id}`, tripled)), {}, 'the new total')
    const wrong = { total: 31 }
    assert.deepEqual(ignoredIn(await kontor().put(`/sales-orders/${order.id}`, wrong)), {
      total: 'total is read-only: 31 was ignored, and it stays 30. It follows from items.',
    })
  })

  test('is warned of in lines and in groups, by its place', async () => {
    const item = await createItem(kontor(), { sellingPrice: 10 })
    const order = await createSubmitted(kontor(), [item, item])
    const items = order.items.map((line: AnyRecord) => ({ ...line, deliveredQuantity: 1, itemName: line.itemName }))
    assert.deepEqual(
      ignoredIn(await kontor().put(`/sales-orders/${order.id}`, { items: [order.items[0], items[1]] })),
      {
        'items[1].deliveredQuantity':
          'items[1].deliveredQuantity is read-only: 1 was ignored, and it stays 0. Use POST /deliveries to change it.',
      },
    )
    const issued = await invoice(kontor(), order)
    const sent = { billingAddress: { ...issued.billingAddress, city: 'Kiel' } }
    assert.deepEqual(ignoredIn(await kontor().put(`/invoices/${issued.id}`, sent)), {
      'billingAddress.city': 'billingAddress.city is read-only: "Kiel" was ignored, and it stays null. Kontor sets it.',
    })
  })

  test('is never warned of if it is an id, a time, a version or a computed value, even if it has moved since', async () => {
    const customer = await createCustomer(kontor(), { creditLimit: 1000 })
    const other = {
      id: 'cus_other',
      createdAt: '2001-01-01T00:00:00Z',
      updatedAt: 'x',
      createdBy: 'usr_1',
      version: 77,
    }
    const balance = { outstanding: 5, overdue: 6, uninvoicedOrders: 7, availableCredit: 8 }
    assert.deepEqual(ignoredIn(await kontor().put(`/customers/${customer.id}`, { ...customer, ...other, balance })), {})
    assert.deepEqual(ignoredIn(await kontor().post('/customers', customerBody({ ...other, balance }))), {})
    const order = await createOrder(kontor(), [await createItem(kontor())])
    const sent = { allowedTransitions: [], invoices: ['inv_1'], permitted: {} }
    assert.deepEqual(ignoredIn(await kontor().put(`/sales-orders/${order.id}`, { ...order, ...sent })), {})
  })

  test('is warned of if the stored value has moved since it was read: the client learns of it', async () => {
    const item = await createStockedItem(kontor(), 5)
    await receive(kontor(), item, 3)
    const sent = { ...item, description: 'Heavy' }
    assert.deepEqual(Object.keys(ignoredIn(await kontor().put(`/items/${item.id}`, sent))), [
      'currentStock',
      'availableStock',
    ])
  })

  test('that is written in another way is the same value', async () => {
    const order = await createSubmitted(kontor(), [await createItem(kontor())])
    assert.equal((await moveOrder(kontor(), order, 'on_hold')).status, 200)
    const { body } = await kontor().put(`/sales-orders/${order.id}`, {
      status: 'on_hold',
      orderNumber: ` ${order.orderNumber} `,
    })
    assert.equal(body.meta, undefined)
  })

  test('is warned of for each record of a bulk request', async () => {
    const [one, other] = [await createStockedItem(kontor(), 5), await createStockedItem(kontor(), 7)]
    const input = { category: 'Counted', currentStock: 5 }
    const { body } = await kontor().post('/items/bulk', { action: 'update', ids: [one.id, other.id], input })
    assert.deepEqual(
      body.data.results.map(({ id, warnings = [] }: AnyRecord) => [id, warnings.map(({ field }: AnyRecord) => field)]),
      [
        [one.id, []],
        [other.id, ['currentStock']],
      ],
    )
    assert.match(body.data.results[1].warnings[0].message, /5 was ignored, and it stays 7\./)
  })

  test('comes back with a repeated request under the same Idempotency-Key', async () => {
    const key = { headers: { 'idempotency-key': 'ignored-once' } }
    const body = itemBody({ currentStock: 9 })
    const first = await kontor().post('/items', body, key)
    assert.deepEqual((await kontor().post('/items', body, key)).body, first.body)
    assert.deepEqual(Object.keys(ignoredIn(first)), ['currentStock'])
  })

  test('does not hide the faults of other fields', async () => {
    assertInvalid(await kontor().post('/items', itemBody({ currentStock: 55, taxRate: 101 })), 'taxRate')
  })

  test('cannot be guessed by a role that does not see the field: it is warned of whatever it is, without the kept value', async () => {
    const role = await addRole(kontor().engine, {
      items: { can: ['read', 'update', 'create'], hidden: ['currentStock'] },
    })
    const { token } = await signedIn(kontor(), role)
    const item = await createStockedItem(kontor(), 4711)
    for (const currentStock of [4711, 4712]) {
      const answer = await kontor().put(`/items/${item.id}`, { currentStock }, { token })
      assert.deepEqual(ignoredIn(answer), {
        currentStock:
          'currentStock is read-only: the value that was sent was ignored. Use POST /stock-movements to change it.',
      })
    }
    assert.deepEqual(ignoredIn(await kontor().post('/items', itemBody({ currentStock: 0 }), { token })), {})
    assert.deepEqual(Object.keys(ignoredIn(await kontor().post('/items', itemBody({ currentStock: 1 }), { token }))), [
      'currentStock',
    ])
  })

  test('cannot be guessed by a role that may write and not read, nor for a secret field', async () => {
    const role = await addRole(kontor().engine, { 'sales-orders': { can: ['update'] } })
    const { token } = await signedIn(kontor(), role)
    const order = await createOrder(kontor(), [await createItem(kontor())])
    for (const status of ['draft', 'closed']) {
      const messages = ignoredIn(await kontor().put(`/sales-orders/${order.id}`, { status }, { token }))
      assert.match(messages.status!, /^status is read-only: the value that was sent was ignored\./)
    }
    const [line] = order.items
    for (const billedAmount of [0, 1]) {
      const sent = { issuedTotal: billedAmount, items: [{ ...line, billedAmount }] }
      const messages = ignoredIn(await kontor().put(`/sales-orders/${order.id}`, sent))
      assert.deepEqual(Object.keys(messages), ['issuedTotal', 'items[0].billedAmount'])
      assert.doesNotMatch(JSON.stringify(messages), /stays/)
    }
  })

  test('is refused on every path if it would change what others mean: amounts are in the currency of the company', async () => {
    const [item, customer] = [await createItem(kontor()), await createCustomer(kontor())]
    const order = await createOrder(kontor(), [item], { customer })
    const address = `/sales-orders/${order.id}`
    const [body, dollars] = [{ customer: customer.id, items: [{ item: item.id, quantity: 1 }] }, { currency: 'USD' }]
    const before = (await kontor().get('/sales-orders')).body.meta.total
    const refusals = [
      await kontor().post('/sales-orders', { ...body, ...dollars }),
      await kontor().post('/sales-orders?dryRun=true', { ...body, ...dollars }),
      await kontor().post('/invoices', { ...body, ...dollars }),
      await kontor().put(address, dollars),
      await kontor().put(address, { ...order, ...dollars, notes: 'x' }),
      await kontor().put('/sales-orders/by/externalIds.shop/usd', { ...body, ...dollars }),
      await kontor().put(`/sales-orders/by/orderNumber/${order.orderNumber}`, dollars),
    ]
    for (const answer of refusals)
      assert.deepEqual(assertInvalid(answer, 'currency'), {
        currency: 'Currency must be "EUR", not "USD". All amounts are in the currency of the company.',
      })
    const rows = [body, { ...body, ...dollars }]
    const { results } = (await kontor().post('/sales-orders/bulk', { action: 'create', rows })).body.data
    assert.deepEqual(
      results.map(({ ok }: AnyRecord) => ok),
      [true, false],
    )
    const operations = rows.map((row) => ({ method: 'POST', path: '/sales-orders', body: row }))
    assert.equal((await kontor().post('/batch', { operations })).body.error.code, 'BATCH_FAILED')
    assert.equal((await kontor().get('/sales-orders')).body.meta.total, before + 1)
    assert.equal((await read(kontor(), address)).version, 1)
    for (const currency of ['EUR', null]) {
      assert.deepEqual(ignoredIn(await kontor().post('/sales-orders', { ...body, currency })), {})
      assert.deepEqual(ignoredIn(await kontor().put(address, { ...order, currency: 'EUR' })), {})
    }
  })

  test('that is refused is not told to a role that does not see the field', async () => {
    const [item, customer] = [await createItem(kontor()), await createCustomer(kontor())]
    const body = { customer: customer.id, items: [{ item: item.id, quantity: 1 }] }
    const others = { customers: { can: ['read'] }, items: { can: ['read'] } } as const
    const as = async (rights: Permissions['sales-orders']) =>
      signedIn(kontor(), await addRole(kontor().engine, { ...others, 'sales-orders': rights! }))
    const writer = await as({ can: ['create'] })
    const post = (currency: string, { token }: CallOptions) =>
      kontor().post('/sales-orders', { ...body, currency }, { token: token! })
    assert.equal((await post('EUR', writer)).status, 201)
    assert.doesNotMatch(assertInvalid(await post('USD', writer), 'currency').currency!, /EUR/)
    const blind = await as({ can: ['read', 'create'], hidden: ['currency'] })
    for (const currency of ['EUR', 'USD'])
      assert.deepEqual(Object.keys(ignoredIn(await post(currency, blind))), ['currency'])
  })

  test('is not told of without end', async () => {
    const item = await createItem(kontor())
    const lines = Array.from({ length: 60 }, () => ({ item: item.id, quantity: 1, amount: 99 }))
    const { body } = await kontor().post('/sales-orders', {
      customer: (await createCustomer(kontor())).id,
      items: lines,
    })
    const { warnings } = body.meta
    assert.equal(warnings.length, 51)
    assert.deepEqual(warnings[50], {
      code: 'READ_ONLY_IGNORED',
      message: '10 more values of read-only fields were ignored.',
    })
  })
})

test('what a read-only field is said to be set by is an address or a field that exists', () => {
  const addresses = entries.flatMap(({ resource, path = resource.name, actions }) =>
    actions.map((action) => `${action.method} /${path}${action.path.replaceAll(/:(\w+)/g, '{$1}')}`),
  )
  const check = (fields: Fields, of: string): void => {
    for (const [name, { options }] of Object.entries(fields) as [string, Field][]) {
      if (options.fields) check(options.fields, `${of}.${name}`)
      if (!options.setBy) continue
      const isKnown = addresses.includes(options.setBy) || options.setBy in fields
      assert.ok(isKnown && options.readOnly, `${of}.${name}: ${options.setBy}`)
    }
  }
  for (const { resource } of entries) check(resource.fields, resource.name)
})
