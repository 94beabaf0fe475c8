import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { assertUnchanged, dumpOf } from '../support/dump.ts'
import { createKey, withKey } from '../support/keys.ts'
import { type Answer, type CallOptions, kontorFor } from '../support/kontor.ts'
import { signedIn } from '../support/people.ts'
import { createCustomer, createItem, itemBody, newCode, read } from '../support/records.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
type Json = any

onEveryDatabase('A batch', (kind) => {
  const kontor = kontorFor(kind)
  before(() => createItem(kontor()))

  const batch = (operations: readonly object[], options?: CallOptions, more: object = {}): Promise<Answer> =>
    kontor().post('/batch', { operations, ...more }, options)
  async function done(operations: readonly object[], options?: CallOptions): Promise<Json[]> {
    const { status, body, text } = await batch(operations, options)
    assert.equal(status, 200, text)
    return body.data
  }
  /** Fails unless the operation at this position was refused with this code, and nothing was stored. */
  async function failsAt(index: number, code: string, operations: readonly object[], options?: CallOptions) {
    const stored = await dumpOf(kontor().engine)
    const { status, body, text } = await batch(operations, options)
    const { error } = body
    assert.deepEqual([status, error?.code], [422, 'BATCH_FAILED'], text)
    const [detail] = error.details
    assert.deepEqual([detail.index, detail.field, detail.code], [index, `operations[${index}]`, code], text)
    if (!['FORBIDDEN', 'INSUFFICIENT_SCOPE'].includes(code)) await assertUnchanged(kontor().engine, stored)
    return detail
  }
  const post = (path: string, body: object, ref?: string) => ({ method: 'POST', path, body, ...(ref && { ref }) })

  test('creates an order, its customer and its item, and submits it, by references to earlier results', async () => {
    const results = await done([
      post('/items', itemBody({ sellingPrice: 10 }), 'item'),
      post('/stock-movements', { item: '$item.id', quantity: 5, reason: 'receipt' }),
      post('/customers', { name: '$$order.id' }, 'customer'),
      post('/sales-orders', { customer: '$customer.id', items: [{ item: '$item.id', quantity: 2 }] }, 'order'),
      { method: 'PUT', path: '/api/v1/sales-orders/$order.id/status', body: { status: 'submitted' } },
      { method: 'PATCH', path: '/customers/$customer.id', body: { name: 'Not a whole $order.id' } },
    ])
    assert.deepEqual(
      results.map(({ ref, status }) => [ref, status]),
      [
        ['item', 201],
        [undefined, 201],
        ['customer', 201],
        ['order', 201],
        [undefined, 200],
        [undefined, 200],
      ],
    )
    const [item, , customer, order] = results.map(({ data }) => data)
    assert.equal((await read(kontor(), `/sales-orders/${order.id}`)).status, 'submitted')
    assert.equal((await read(kontor(), `/items/${item.id}`)).reservedStock, 2)
    assert.equal(customer.name, '$order.id')
    assert.equal((await read(kontor(), `/customers/${customer.id}`)).name, 'Not a whole $order.id')
  })

  test('is one request: one request id in the history of all its records, each with its own operation', async () => {
    const { headers, body } = await batch([post('/items', itemBody()), post('/customers', { name: 'Acme' })])
    const [{ data: item }, { data: customer }] = body.data
    const entries = [
      ...(await read(kontor(), `/items/${item.id}/history`)),
      ...(await read(kontor(), `/customers/${customer.id}/history`)),
    ]
    assert.deepEqual(
      entries.map(({ requestId, operation }: Json) => [requestId, operation]),
      [
        [headers['x-request-id'], 'items.create'],
        [headers['x-request-id'], 'customers.create'],
      ],
    )
  })

  test('that fails at any operation changes nothing, and no number is lost', async () => {
    const item = await createItem(kontor())
    const customer = await createCustomer(kontor())
    const order = { customer: customer.id, items: [{ item: item.id, quantity: 1 }] }
    const { orderNumber } = (await kontor().post('/sales-orders', order)).body.data
    const wrong = post('/items', { itemName: 'No code' })
    const right = [post('/sales-orders', order), post('/items', itemBody()), post('/sales-orders', order)]
    for (let index = 0; index <= right.length; index++) {
      const detail = await failsAt(index, 'VALIDATION_ERROR', right.toSpliced(index, 0, wrong))
      assert.deepEqual(
        detail.details.map(({ field }: Json) => field),
        ['itemCode'],
      )
    }
    const [{ data: next }] = await done([post('/sales-orders', order)])
    const numberIn = (text: string) => Number(/\d+$/.exec(text))
    assert.equal(numberIn(next.orderNumber), numberIn(orderNumber) + 1)
  })

  test('tells which operation the database has refused', async () => {
    const taken = await createItem(kontor())
    const detail = await failsAt(1, 'VALIDATION_ERROR', [
      post('/items', itemBody()),
      post('/items', itemBody({ itemCode: taken.itemCode })),
      post('/items', itemBody()),
    ])
    assert.equal(detail.details[0].existingId, taken.id)
    const itemCode = newCode()
    await failsAt(1, 'VALIDATION_ERROR', [
      post('/items', itemBody({ itemCode })),
      post('/items', itemBody({ itemCode })),
    ])
    await failsAt(1, 'NOT_FOUND', [post('/items', itemBody()), { method: 'DELETE', path: '/items/itm_none' }])
    await failsAt(0, 'NOT_FOUND', [post('/colours', {})])
  })

  test('compares versions, and raises the version of a record once', async () => {
    const item = await createItem(kontor())
    const rename = (itemName: string, ifMatch: string) => ({
      method: 'PUT',
      path: `/items/${item.id}`,
      body: { itemName },
      ifMatch,
    })
    await failsAt(0, 'VERSION_MISMATCH', [rename('A', '"7"')])
    const results = await done([rename('A', '"1"'), rename('B', '"2"')])
    assert.deepEqual(
      results.map(({ data }) => [data.itemName, data.version]),
      [
        ['A', 2],
        ['B', 2],
      ],
    )
  })

  test('is refused for a reference to nothing, and for refs that are not names or not unique', async () => {
    const unknown = await failsAt(0, 'VALIDATION_ERROR', [post('/customers', { name: '$order.id' })])
    assert.equal(unknown.details[0].field, 'name')
    await failsAt(1, 'VALIDATION_ERROR', [post('/items', itemBody(), 'a'), post('/customers', { name: '$a.colour' })])
    await failsAt(1, 'VALIDATION_ERROR', [
      post('/items', itemBody(), 'a'),
      post('/customers', { name: '$a.constructor.name' }),
    ])
    for (const operations of [
      [],
      [post('/items', itemBody(), '5')],
      [post('/items', itemBody(), 'a'), post('/items', itemBody(), 'a')],
      [{ method: 'GET', path: '/items' }],
      Array.from({ length: 101 }, () => post('/items', itemBody())),
    ]) {
      const { status, body } = await batch(operations)
      assert.deepEqual([status, body.error.code], [422, 'VALIDATION_ERROR'])
    }
  })

  test('does not sign in, take files, do long work, show secrets, or hold another batch', async () => {
    for (const operation of [
      post('/auth/login', { email: 'a@example.com', password: 'x' }),
      post('/auth/logout', {}),
      { method: 'PUT', path: '/settings/logo' },
      post('/imports', {}),
      post('/items/bulk', {}),
      post('/api-keys', {}),
      post('/users', {}),
      post('/settings/demo-data', {}),
    ]) {
      const { status, body, text } = await batch([post('/items', itemBody()), operation])
      assert.deepEqual([status, body.error.code, body.error.details[0].index], [422, 'NOT_BATCHABLE', 1], text)
    }
    await failsAt(0, 'NOT_FOUND', [post('/batch', { operations: [] })])
  })

  test('needs the rights of each operation, and a refusal for missing rights is in the audit log', async () => {
    const { token } = await signedIn(kontor(), 'sales')
    const operations = [post('/customers', { name: 'Acme' }), post('/items', itemBody())]
    await failsAt(1, 'FORBIDDEN', operations, { token })
    const key = await createKey(kontor(), { scopes: ['read', 'write'] })
    const item = await createItem(kontor())
    await failsAt(0, 'INSUFFICIENT_SCOPE', [{ method: 'DELETE', path: `/items/${item.id}` }], withKey(key))
    const { body } = await kontor().get('/audit-log?action=refused&perPage=5')
    assert.deepEqual(
      body.data.slice(0, 2).map(({ operation, changes }: Json) => [operation, changes.code[1]]),
      [
        ['batch.run', 'INSUFFICIENT_SCOPE'],
        ['batch.run', 'FORBIDDEN'],
      ],
    )
  })

  test('sees in each operation only own records, where the role says so', async () => {
    const order = { customer: (await createCustomer(kontor())).id, items: [{ item: (await createItem(kontor())).id }] }
    const body = { ...order, items: [{ ...order.items[0], quantity: 1 }] }
    const { data: others } = (await kontor().post('/sales-orders', body)).body
    const { token } = await signedIn(kontor(), 'sales')
    await failsAt(
      1,
      'NOT_FOUND',
      [
        post('/sales-orders', body, 'mine'),
        { method: 'PUT', path: `/sales-orders/${others.id}`, body: { notes: 'Mine?' } },
      ],
      { token },
    )
    await done(
      [post('/sales-orders', body, 'mine'), { method: 'PUT', path: '/sales-orders/$mine.id', body: { notes: 'Mine' } }],
      { token },
    )
  })

  test('is carried out once under one Idempotency-Key', async () => {
    const [operations, options] = [[post('/items', itemBody())], { headers: { 'idempotency-key': newCode() } }]
    const first = await batch(operations, options)
    const again = await batch(operations, options)
    assert.deepEqual(
      [again.status, again.headers['idempotent-replayed'], again.text],
      [first.status, 'true', first.text],
    )
  })

  test('as a dry run tells all effects and stores nothing', async () => {
    const operations = [
      post('/items', itemBody(), 'item'),
      { method: 'PUT', path: '/items/$item.id', body: { category: 'Tried' } },
      post('/stock-movements', { item: '$item.id', quantity: 5, reason: 'receipt' }),
    ]
    const stored = await dumpOf(kontor().engine)
    const inBody = await batch(operations, {}, { dryRun: true })
    const inQuery = await kontor().post('/batch?dryRun=true', { operations })
    await assertUnchanged(kontor().engine, stored)
    for (const { status, body, text } of [inBody, inQuery]) {
      assert.equal(status, 200, text)
      assert.deepEqual(
        body.meta.effects.map(({ resource, action }: Json) => `${action} ${resource}`),
        ['create items', 'create stock-movements'],
      )
      assert.deepEqual(body.data[1].data.category, 'Tried')
    }
  })

  test('upserts by a unique field, and again changes the record that the first has created', async () => {
    const code = newCode()
    const operations = [
      { ref: 'item', method: 'PUT', path: `/items/by/itemCode/${code}`, body: { itemName: 'Anvil' } },
      { method: 'PUT', path: '/items/by/itemCode/$item.itemCode', body: { itemName: 'Hammer' } },
    ]
    const results = await done(operations)
    assert.deepEqual(
      results.map(({ status, data }) => [status, data.itemName]),
      [
        [201, 'Anvil'],
        [200, 'Hammer'],
      ],
    )
  })

  test('in opposite order to another on the same records ends, as both do', async () => {
    const [a, b] = [await createItem(kontor()), await createItem(kontor())]
    const change = ({ id }: Json, uom: string) => ({ method: 'PUT', path: `/items/${id}`, body: { uom } })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        batch(
          index % 2 === 0
            ? [change(a, `A${index}`), change(b, `A${index}`)]
            : [change(b, `B${index}`), change(a, `B${index}`)],
        ),
      ),
    )
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    const [left, right] = [await read(kontor(), `/items/${a.id}`), await read(kontor(), `/items/${b.id}`)]
    assert.equal(left.uom, right.uom)
  })
})

onEveryDatabase('A batch of many operations', (kind) => {
  const kontor = kontorFor(kind, { environment: { KONTOR_PLAN: 'custom:30/unlimited' } })

  test('counts as one request for ten operations, and is refused as a whole where too few are left', async () => {
    const batchOf = (length: number) => {
      const operations = Array.from({ length }, () => ({ method: 'POST', path: '/items', body: itemBody() }))
      return kontor().post('/batch', { operations })
    }
    const remaining = ({ headers }: Answer) => Number(headers['x-ratelimit-remaining'])
    const start = remaining(await kontor().get('/items'))
    const costs = [await batchOf(100), await batchOf(1), await batchOf(11)].map((answer) => start - remaining(answer))
    assert.deepEqual(costs, [10, 11, 13])
    await batchOf(100)
    assert.equal((await batchOf(100)).status, 429)
    assert.equal((await kontor().get('/items')).status, 200)
  })
})
