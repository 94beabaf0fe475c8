import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { SCOPES, type Scope } from '../../src/model/rights.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { directInvoice } from '../support/invoicing.ts'
import { createKey, withKey } from '../support/keys.ts'
import { type CallOptions, kontorFor } from '../support/kontor.ts'
import { addRole, signedIn } from '../support/people.ts'
import { assertRefused, create, createCustomer, createItem } from '../support/records.ts'
import { createOrder, createSubmitted } from '../support/trade.ts'
import { createWorld, listed, type World } from '../support/world.ts'
import { assertForetold, seenAt } from './trials.ts'

onEveryDatabase('What is permitted', (kind) => {
  const kontor = kontorFor(kind)
  let world: World
  before(async () => {
    world = await createWorld(kontor())
  })
  const withRole = async (permissions: object): Promise<CallOptions> => ({
    token: (await signedIn(kontor(), await addRole(kontor().engine, permissions as never))).token,
  })

  test('is told by every record and every list that is asked for it, and by no other', async () => {
    for (const { name } of listed) {
      const address = world.addressOf(name)
      const { permitted } = await seenAt(kontor(), address)
      assert.deepEqual(Object.keys(permitted), ['edit', 'delete', 'actions'], name)
      const query = `id=${world.records[name].id}&fields=id`
      const [row] = (await kontor().get(`/${name}?${query}&include=permitted`)).body.data
      assert.deepEqual(row, { id: world.records[name].id, permitted }, name)
      assert.ok(!('permitted' in (await kontor().get(address)).body.data), name)
      assert.ok(!('permitted' in (await kontor().get(`/${name}?${query}`)).body.data[0]), name)
    }
    assert.equal((await seenAt(kontor(), '/settings')).permitted.delete.allowed, false)
  })

  test('can be asked for where records are read, under a name that is known', async () => {
    for (const [path, allowed] of [
      ['/items', 'permitted, counts, sums'],
      [world.addressOf('items'), 'permitted'],
    ] as const) {
      const answer = await kontor().get(`${path}?include=nonsense`)
      assertRefused(answer, 400, 'INVALID_PARAMETER')
      assert.equal(answer.body.error.message, `include contains "nonsense"; allowed: ${allowed}.`)
      assert.deepEqual(
        answer.body.error.details.map(({ field }: { field: string }) => field),
        ['include'],
      )
      assertRefused(await kontor().get(`${path}?include=permitted,nonsense`), 400, 'INVALID_PARAMETER')
    }
    for (const path of [`${world.addressOf('items')}/history`, '/items/export', '/auth/me']) {
      assert.equal((await kontor().get(`${path}?include=permitted`)).status, 400, path)
    }
  })

  test('stays in the links from page to page', async () => {
    await createItem(kontor())
    const { link } = (await kontor().get('/items?perPage=1&include=permitted')).headers
    assert.match(link!, /include=permitted.*rel="next"/)
  })

  test('changes the tag of an answer with the rights of the reader, and never that of a plain read', async () => {
    const address = world.addressOf('items')
    const plain = await kontor().get(address)
    const more = await kontor().get(`${address}?include=permitted`)
    for (const { headers } of [plain, more])
      assert.match(headers.etag!, new RegExp(`^"${plain.body.data.version}-[\\w-]+"$`))
    assert.notEqual(more.headers.etag, plain.headers.etag)
    const again = { headers: { 'if-none-match': more.headers.etag! } }
    assert.equal((await kontor().get(`${address}?include=permitted`, again)).status, 304)
    const { token } = await signedIn(kontor(), 'viewer')
    assert.equal((await kontor().get(`${address}?include=permitted`, { ...again, token })).status, 200)
    const changed = { headers: { 'if-match': more.headers.etag! } }
    assert.equal((await kontor().put(address, { itemName: 'Vice' }, changed)).status, 200)
  })

  test('is ignored when a record is sent back with it, and unknown to an action that takes no record', async () => {
    const address = world.addressOf('customers')
    const { body } = await kontor().get(`${address}?include=permitted`)
    assert.equal((await kontor().put(address, body.data)).status, 200)
    const moved = { status: 'submitted', permitted: {} }
    assertRefused(await kontor().put(`${world.addressOf('sales-orders')}/status`, moved), 422, 'VALIDATION_ERROR')
  })

  test('follows the scopes of a key', async () => {
    for (const scopes of [['read'], ['read', 'write'], ['read', 'delete'], SCOPES] as Scope[][]) {
      const options = withKey(await createKey(kontor(), { scopes }))
      const order = await createOrder(kontor(), [await createItem(kontor())])
      const address = `/sales-orders/${order.id}`
      const { permitted } = await seenAt(kontor(), address, options)
      const mayWrite = scopes.includes('write')
      assert.equal(permitted.edit.length > 0, mayWrite)
      const missing = { allowed: false, code: 'INSUFFICIENT_SCOPE' }
      for (const name of ['status', 'deliveries.create', 'invoices.create-from-order']) {
        const { allowed, code } = permitted.actions[name]!
        if (!mayWrite) assert.deepEqual({ allowed, code }, missing, name)
        else assert.notEqual(code, missing.code)
      }
      assert.deepEqual(permitted.actions.history, { allowed: true })
      const { status } = await kontor().put(address, { notes: 'By key' }, options)
      assert.equal(status, mayWrite ? 200 : 403)
      assertForetold(permitted.delete, await kontor().delete(address, options), scopes.join())
    }
  })

  test('follows what a key is narrowed to, also for what is created from a record', async () => {
    const resources = { 'sales-orders': ['read'], deliveries: ['read', 'write'] }
    const options = withKey(await createKey(kontor(), { scopes: ['read', 'write'], resources }))
    const item = await createItem(kontor())
    const submitted = await createSubmitted(kontor(), [item])
    await create(kontor(), '/stock-movements', { item: item.id, quantity: 10, reason: 'receipt' })
    const { permitted } = await seenAt(kontor(), `/sales-orders/${submitted.id}`, options)
    assert.deepEqual(permitted.edit, [])
    for (const [name, path] of [
      ['deliveries.create', '/deliveries'],
      ['invoices.create-from-order', '/invoices/from-order'],
    ] as const)
      assertForetold(permitted.actions[name], await kontor().post(path, { salesOrder: submitted.id }, options), name)
  })

  test('does not promise a key that it can invoice a draft, where it may not submit the order', async () => {
    const resources = { 'sales-orders': ['read'], invoices: ['read', 'write'] }
    const options = withKey(await createKey(kontor(), { scopes: ['read', 'write'], resources }))
    const draft = await createOrder(kontor(), [await createItem(kontor())])
    const { permitted } = await seenAt(kontor(), `/sales-orders/${draft.id}`, options)
    const refused = await kontor().post('/invoices/from-order', { salesOrder: draft.id }, options)
    assertRefused(refused, 403, 'INSUFFICIENT_SCOPE')
    assertForetold(permitted.actions['invoices.create-from-order'], refused, 'a draft')
  })

  test('leaves out fields that the role does not see or may not change, part by part', async () => {
    const options = await withRole({
      customers: { can: ['read', 'update'], readOnly: ['creditLimit', 'address.city'], hidden: ['taxId'] },
      'sales-orders': { can: ['read', 'update'], readOnly: ['items.rate'], hidden: ['items.discount'] },
    })
    const customer = await seenAt(kontor(), world.addressOf('customers'), options)
    for (const path of ['name', 'address.street']) assert.ok(customer.permitted.edit.includes(path), path)
    for (const path of ['creditLimit', 'address.city', 'address', 'taxId', 'version', 'balance'])
      assert.ok(!customer.permitted.edit.includes(path), path)
    const order = await createOrder(kontor(), [await createItem(kontor())])
    const { permitted } = await seenAt(kontor(), `/sales-orders/${order.id}`, options)
    assert.deepEqual(
      permitted.edit.filter((path) => path.startsWith('items')),
      ['items', 'items.kind', 'items.item', 'items.description', 'items.quantity', 'items.taxRate', 'items.uom'],
    )
  })

  test('tells no value of a field that the role does not see', async () => {
    const TRADE = ['read', 'create', 'update', 'delete', 'submit', 'cancel']
    const blind = await withRole({
      customers: { can: TRADE, hidden: ['creditLimit', 'balance', 'isActive'] },
      items: { can: TRADE },
      'sales-orders': { can: TRADE, hidden: ['status', 'orderNumber', 'allowedTransitions'] },
      invoices: { can: TRADE, hidden: ['amountPaid', 'outstanding', 'status', 'allowedTransitions'] },
      payments: { can: TRADE },
      deliveries: { can: TRADE },
    })
    const item = await createItem(kontor(), { sellingPrice: 9999 })
    const limited = await createCustomer(kontor(), { name: 'Acme', creditLimit: 7654.32 })
    const draft = await createOrder(kontor(), [item], { customer: limited })
    const held = await createSubmitted(kontor(), [item])
    await kontor().put(`/sales-orders/${held.id}/status`, { status: 'on_hold' })
    const invoice = await directInvoice(kontor(), [{ item: item.id, quantity: 1 }])
    await create(kontor(), '/payments', { invoice: invoice.id, amount: 4711.11 })
    for (const path of [`/sales-orders/${draft.id}`, `/sales-orders/${held.id}`, `/invoices/${invoice.id}`]) {
      const told = JSON.stringify((await seenAt(kontor(), path)).permitted)
      assert.match(told, /7654\.32|on_hold|4711\.11/, path)
      const { text } = await kontor().get(`${path}?include=permitted&fields=id`, blind)
      assert.doesNotMatch(text, /7654\.32|2344\.68|on_hold|4711\.11|draft|SO-2/, path)
      assert.match(text, /CREDIT_LIMIT_EXCEEDED|DOCUMENT_LOCKED/, path)
    }
  })

  test('does not promise a role what it may only do with its own records', async () => {
    const own = await withRole({ customers: { can: ['read', 'update', 'delete'], own: true } })
    assertRefused(await kontor().get(`${world.addressOf('customers')}?include=permitted`, own), 404, 'NOT_FOUND')
    assert.deepEqual((await kontor().get('/customers?include=permitted', own)).body.data, [])
  })

  test('of a shared view only its owner changes anything', async () => {
    const shared = await create(kontor(), '/views', { name: 'Ours', resource: 'items', isShared: true })
    const address = `/views/${shared.id}`
    const viewer = { token: (await signedIn(kontor(), 'viewer')).token }
    const { permitted } = await seenAt(kontor(), address, viewer)
    assert.deepEqual(permitted.edit, [])
    assertForetold(permitted.actions.history, await kontor().get(`${address}/history`, viewer), 'history')
    assertForetold(permitted.delete, await kontor().delete(address, viewer), 'delete')
    assert.ok((await seenAt(kontor(), address)).permitted.edit.includes('name'))
  })

  test('says what other records keep from being deleted', async () => {
    const free = await createCustomer(kontor())
    for (const address of [`/customers/${free.id}`, world.addressOf('customers'), world.addressOf('items')]) {
      const { permitted } = await seenAt(kontor(), address)
      assertForetold(permitted.delete, await kontor().delete(address), address)
    }
  })
})
