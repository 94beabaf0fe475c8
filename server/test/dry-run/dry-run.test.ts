import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { assertUnchanged, dumpOf } from '../support/dump.ts'
import { createKey, withKey } from '../support/keys.ts'
import { type Answer, type CallOptions, kontorFor } from '../support/kontor.ts'
import { addRole, signedIn } from '../support/people.ts'
import { everyRoute } from '../support/product.ts'
import { assertRefused, createCustomer, createItem, itemBody, newCode, read } from '../support/records.ts'
import { createOrder } from '../support/trade.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
type Json = any
type Request = [method: string, path: string, body: object, status: number]

onEveryDatabase('A dry run', (kind) => {
  const kontor = kontorFor(kind)

  /** Fails if anything in the database has changed by it. */
  async function dryRun(method: string, path: string, body?: object, options: CallOptions = {}): Promise<Answer> {
    const stored = await dumpOf(kontor().engine)
    const answer = await kontor().call(method, `${path}?dryRun=true`, { ...options, ...(body && { body }) })
    await assertUnchanged(kontor().engine, stored)
    return answer
  }
  const effectsOf = ({ body }: Answer): Json[] => body.meta.effects
  const touched = (answer: Answer) => effectsOf(answer).map(({ resource, action }) => `${action} ${resource}`)

  test('of a creation answers 201 with the record and its effects, without an address, and stores nothing', async () => {
    const body = itemBody({ sellingPrice: 5 })
    const answer = await dryRun('POST', '/items', body)
    assert.equal(answer.status, 201, answer.text)
    assert.equal(answer.body.data.itemCode, body.itemCode)
    assert.equal(answer.body.meta.dryRun, true)
    const [effect, ...others] = effectsOf(answer)
    assert.deepEqual(others, [])
    assert.deepEqual(
      [effect.resource, effect.action, effect.recordId, effect.title],
      ['items', 'create', answer.body.data.id, body.itemName],
    )
    assert.deepEqual(effect.changes.sellingPrice, [null, 5])
    assert.deepEqual([answer.headers.location, answer.headers.etag], [undefined, undefined])
    assert.equal((await kontor().get(`/items/${answer.body.data.id}`)).status, 404)
  })

  test('takes no number: the next order has the number that the dry run has shown', async () => {
    const [item, customer] = [await createItem(kontor()), await createCustomer(kontor())]
    const body = { customer: customer.id, items: [{ item: item.id, quantity: 1 }] }
    await createOrder(kontor(), [item]) // so that the series exists
    const { body: tried } = await dryRun('POST', '/sales-orders', body)
    const { body: done } = await kontor().post('/sales-orders', body)
    assert.equal(done.data.orderNumber, tried.data.orderNumber)
  })

  test('of a deletion answers 200 without data, and the record stays', async () => {
    const item = await createItem(kontor())
    const answer = await dryRun('DELETE', `/items/${item.id}`)
    assert.deepEqual([answer.status, answer.body.data, touched(answer)], [200, null, ['delete items']])
    await read(kontor(), `/items/${item.id}`)
  })

  test('names everything that would change, such as the stock that a cancelled order releases', async () => {
    const item = await createItem(kontor())
    await kontor().post('/stock-movements', { item: item.id, quantity: 10, reason: 'receipt' })
    const order = await createOrder(kontor(), [item])
    await kontor().put(`/sales-orders/${order.id}/status`, { status: 'submitted' })
    const answer = await dryRun('PUT', `/sales-orders/${order.id}/status`, { status: 'cancelled' })
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body.data.status, 'cancelled')
    assert.deepEqual(touched(answer).sort(), ['update items', 'update sales-orders'])
    assert.equal((await read(kontor(), `/sales-orders/${order.id}`)).status, 'submitted')
  })

  test('is refused as the real request would be, also by the database itself', async () => {
    const item = await createItem(kontor())
    const taken = await dryRun('POST', '/items', itemBody({ itemCode: item.itemCode }))
    assertRefused(taken, 422, 'VALIDATION_ERROR')
    assert.equal(taken.body.error.details[0].existingId, item.id)
    await createOrder(kontor(), [item])
    assertRefused(await dryRun('DELETE', `/items/${item.id}`), 422, 'RESOURCE_IN_USE')
    assertRefused(await dryRun('DELETE', '/items/itm_none'), 404, 'NOT_FOUND')
    assertRefused(await dryRun('POST', '/items', { itemName: 1 }), 422, 'VALIDATION_ERROR')
    const stale = { headers: { 'if-match': '"77"' } }
    assertRefused(await dryRun('PUT', `/items/${item.id}`, { itemName: 'X' }, stale), 412, 'VERSION_MISMATCH')
  })

  test('uses no Idempotency-Key: the real request with the same key is carried out', async () => {
    const [body, options] = [itemBody(), { headers: { 'idempotency-key': newCode() } }]
    assert.equal((await dryRun('POST', '/items', body, options)).status, 201)
    const { status, headers, body: done } = await kontor().post('/items', body, options)
    assert.deepEqual([status, headers['idempotent-replayed']], [201, undefined])
    await read(kontor(), `/items/${done.data.id}`)
  })

  test('tells no effect on records that the caller may not read, and no hidden field', async () => {
    const item = await createItem(kontor(), { costPrice: 3 })
    await kontor().post('/stock-movements', { item: item.id, quantity: 10, reason: 'receipt' })
    const order = await createOrder(kontor(), [item])
    const orders = { can: ['read', 'update', 'submit', 'cancel'] as const }
    const blind = await addRole(kontor().engine, { 'sales-orders': { ...orders, can: [...orders.can] } })
    const { token } = await signedIn(kontor(), blind)
    const path = `/sales-orders/${order.id}/status`
    assert.deepEqual(touched(await dryRun('PUT', path, { status: 'submitted' }, { token })), ['update sales-orders'])
    const hiding = await addRole(kontor().engine, { items: { can: ['read', 'update'], hidden: ['itemName'] } })
    const { token: other } = await signedIn(kontor(), hiding)
    const [effect] = effectsOf(await dryRun('PUT', `/items/${item.id}`, { uom: 'Box' }, { token: other }))
    assert.deepEqual([effect.title, Object.keys(effect.changes)], [null, ['uom']])
    const stockHidden = { can: ['read'] as const, hidden: ['currentStock', 'reservedStock', 'availableStock'] }
    const unaware = await addRole(kontor().engine, {
      'sales-orders': { ...orders, can: [...orders.can] },
      items: { can: [...stockHidden.can], hidden: stockHidden.hidden },
    })
    const { token: third } = await signedIn(kontor(), unaware)
    const tried = await dryRun('PUT', path, { status: 'submitted' }, { token: third })
    assert.deepEqual(touched(tried), ['update sales-orders'], 'that a hidden field changes is hidden too')
  })

  test('of a bulk request tries each record, and collects the effects in the order of the request', async () => {
    const some = [await createItem(kontor()), await createItem(kontor()), await createItem(kontor())]
    await createOrder(kontor(), [some[1]])
    const ids = some.map(({ id }) => id)
    const answer = await dryRun('POST', '/items/bulk', { action: 'delete', ids })
    assert.deepEqual([answer.body.data.succeeded, answer.body.data.failed], [2, 1])
    assert.deepEqual(
      effectsOf(answer).map(({ recordId }) => recordId),
      [ids[0], ids[2]],
    )
    for (const id of ids) await read(kontor(), `/items/${id}`)
  })

  test('shows no secret: an API key that was not created has no value', async () => {
    const answer = await dryRun('POST', '/api-keys', { name: 'Web shop', scopes: ['read'] })
    assert.equal(answer.status, 201, answer.text)
    assert.equal('key' in answer.body.data, false)
    assert.doesNotMatch(answer.text, /ktr_|kk_/)
  })

  test('needs the rights of the real request', async () => {
    const key = await createKey(kontor(), { scopes: ['read'] })
    const answer = await kontor().post('/items?dryRun=true', itemBody(), withKey(key))
    assertRefused(answer, 403, 'INSUFFICIENT_SCOPE')
  })

  test('is asked for by true; false is a real request, and anything else is refused', async () => {
    for (const query of ['dryRun=1', 'dryRun=', 'dryRun', 'dryRun=TRUE', 'dryRun=true&dryRun=true', 'dryrun=true'])
      assertRefused(await kontor().post(`/items?${query}`, itemBody()), 400, 'INVALID_PARAMETER')
    const { status, body } = await kontor().post('/items?dryRun=false', itemBody())
    assert.deepEqual([status, body.meta], [201, undefined])
    await read(kontor(), `/items/${body.data.id}`)
  })

  test('is not a parameter of a read', async () => {
    const item = await createItem(kontor())
    assertRefused(await kontor().get(`/items/${item.id}?dryRun=true`), 400, 'INVALID_PARAMETER')
    assert.equal((await kontor().get('/items?dryRun=true')).status, 400)
  })

  test('does not tell whether a record that the user may not read has a unique value; the real request does', async () => {
    const own = { can: ['read', 'create', 'update'] as const, own: true as const }
    const limited = [{ items: own }, { items: { can: ['create', 'update'] as const } }]
    const taken = await createItem(kontor(), { externalIds: { shop: newCode(), erp: newCode() } })
    const { itemCode, externalIds } = taken
    for (const permissions of limited) {
      const { token } = await signedIn(kontor(), await addRole(kontor().engine, permissions))
      const mine = (await kontor().post('/items', itemBody(), { token })).body.data
      const values = [
        { itemCode },
        { externalIds },
        { itemCode, externalIds },
        { externalIds: { shop: externalIds.shop } },
      ]
      for (const value of values) {
        const rows = { action: 'create', rows: [itemBody(value)] }
        const operations = [{ method: 'POST', path: '/items', body: itemBody(value) }]
        const ofReader: Request[] = [
          ['POST', '/items/bulk', rows, 200],
          ['PUT', `/items/${mine.id}`, value, 200],
        ]
        const requests: Request[] = [
          ['POST', '/items', itemBody(value), 201],
          ['PUT', `/items/by/externalIds.new/${newCode()}`, itemBody({ itemCode: value.itemCode ?? newCode() }), 201],
          ['POST', '/batch', { operations }, 200],
          ...('own' in permissions.items ? ofReader : []),
        ]
        for (const [method, path, body, status] of requests) {
          const answer = await dryRun(method, path, body, { token })
          assert.equal(answer.status, status, `${method} ${path}: ${answer.text}`)
          assert.doesNotMatch(answer.text, new RegExp(`already used|${taken.id}`), path)
        }
        assertRefused(await kontor().post('/items', itemBody(value), { token }), 422, 'VALIDATION_ERROR')
        assertRefused(await dryRun('POST', '/items', itemBody(value)), 422, 'VALIDATION_ERROR')
      }
    }
  })

  test('in a burst of real requests leaves the others untouched', async () => {
    const codes = Array.from({ length: 20 }, newCode)
    const answers = await Promise.all(
      codes.map((itemCode, index) =>
        kontor().post(`/items${index % 2 === 0 ? '?dryRun=true' : ''}`, { itemCode, itemName: 'Anvil' }),
      ),
    )
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201])
    for (const [index, { body }] of answers.entries())
      assert.equal((await kontor().get(`/items/${body.data.id}`)).status, index % 2 === 0 ? 404 : 200)
  })
})

onEveryDatabase('A dry run that makes no sense', (kind) => {
  const kontor = kontorFor(kind)
  before(() => createItem(kontor())) // so that the company is not filled with demo data

  const refused = [
    'auth',
    'PUT /settings/logo',
    'POST /settings/demo-data',
    'POST /users/invitations',
    'POST /users/:id/invite',
    'POST /users/:id/password-link',
    'POST /imports',
    'POST /imports/files',
    'POST /imports/:id/run',
  ]
  const isRefused = (title: string, path: string) => refused.includes(title) || path.startsWith('/auth/')

  test('is refused before anything happens: signing in, own account, links, uploads, imports, demo data', async () => {
    for (const { action, title, path } of everyRoute.filter(({ action: { method } }) => method !== 'GET')) {
      const sent = action.consumes
        ? { text: 'x', headers: { 'content-type': action.consumes[0]! } }
        : action.input
          ? { body: {} }
          : {}
      const { body } = await kontor().call(action.method, `${path.replace(':id', 'none')}?dryRun=true`, sent)
      const isNamed = body?.error?.details?.[0]?.field === 'dryRun'
      assert.equal(isNamed, isRefused(title, path), `${title}: ${JSON.stringify(body)}`)
      if (isNamed) assert.equal(body.error.code, 'INVALID_PARAMETER')
    }
  })
})
