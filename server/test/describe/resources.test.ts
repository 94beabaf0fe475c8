import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { SCOPES } from '../../src/model/rights.ts'
import { expected, roleNames } from '../access/matrix.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { createKey, withKey } from '../support/keys.ts'
import { type CallOptions, kontorFor } from '../support/kontor.ts'
import { type DescribedApi, describedApi, type Json } from '../support/openapi.ts'
import { addRole, signedIn } from '../support/people.ts'
import { everyEntry, everyRoute } from '../support/product.ts'
import { assertRefused } from '../support/records.ts'
import { createWorld, type World } from '../support/world.ts'

const named = (things: readonly Json[], name: string): Json => things.find((thing) => thing.name === name)
const namesOf = (things: readonly Json[]): string[] => things.map(({ name }) => name)

onEveryDatabase('GET /resources', (kind) => {
  const kontor = kontorFor(kind)
  let world: World
  let api: DescribedApi
  before(async () => {
    world = await createWorld(kontor())
    api = describedApi((await kontor().get('/openapi.json', { token: null })).body)
  })

  const described = async (options?: CallOptions): Promise<Json[]> => {
    const answer = await kontor().get('/resources', options)
    assert.equal(answer.status, 200, answer.text)
    api.foresees('GET', '/api/v1/resources', answer)
    return answer.body.data
  }
  const as = async (role: string) => ({ token: (await signedIn(kontor(), role)).token })

  test('says by which fields a record without a unique title is called, as far as the role sees them', async () => {
    const all = await described()
    const about = (name: string, things = all) => named(things, name).about
    assert.deepEqual(about('deliveries'), { field: 'orderNumber' })
    assert.deepEqual(about('payments'), { field: 'invoice', amount: 'amount' })
    assert.equal(about('customers'), undefined)
    const hiding = (field: string) => addRole(kontor().engine, { payments: { can: ['read'], hidden: [field] } })
    assert.deepEqual(about('payments', await described(await as(await hiding('amount')))), { field: 'invoice' })
    assert.equal(about('payments', await described(await as(await hiding('invoice')))), undefined)
  })

  test('describes every resource to an administrator', async () => {
    const all = await described()
    const visible = everyEntry.filter(({ resource }) => !resource.internal).map(({ resource }) => resource.name)
    assert.deepEqual(namesOf(all), visible)
    const { fields, filters, actions, ...rest } = named(all, 'customers')
    assert.deepEqual(rest, {
      name: 'customers',
      singular: 'customer',
      path: 'customers',
      title: 'name',
      idPrefix: 'cus',
      description: rest.description,
      administrative: false,
      isSearchable: true,
      isInSearch: true,
      isImportable: true,
      rights: ['read', 'create', 'update', 'delete', 'submit', 'cancel', 'override', 'export', 'manage'],
      readOnlyFields: [],
      statuses: ['active', 'inactive'],
      transitions: [],
      similarBy: ['name', 'email', 'taxId'],
    })
    assert.equal(named(all, 'settings').administrative, true)
    assert.deepEqual(namesOf(actions).slice(0, 6), ['list', 'create', 'read', 'update', 'delete', 'history'])
  })

  test('describes what every field accepts', async () => {
    const all = await described()
    const order = named(all, 'sales-orders')
    const customer = named(order.fields, 'customer')
    assert.deepEqual([customer.kind, customer.target, customer.isRequired], ['ref', 'customers', true])
    assert.deepEqual([customer.isReadOnly, customer.isSortable, customer.isFilterable], [false, true, true])
    const status = named(order.fields, 'status')
    assert.deepEqual([status.isReadOnly, status.choices], [true, order.statuses])
    const lines = named(order.fields, 'items')
    assert.deepEqual([lines.kind, lines.isRequired, lines.isFilterable], ['lines', true, false])
    assert.equal(named(lines.fields, 'quantity').kind, 'quantity')
    assert.deepEqual([named(lines.fields, 'discount').min, named(lines.fields, 'discount').max], [0, 100])
    const address = named(named(all, 'customers').fields, 'address')
    assert.equal(named(address.fields, 'country').format, 'country')
    const overdue = named(named(all, 'invoices').fields, 'status')
    assert.deepEqual(overdue.alsoFilter, ['overdue'])
  })

  test('names the fields of a record in the order of its JSON', async () => {
    for (const { name, fields } of await described()) {
      const record = world.records[name]
      if (!record) continue
      const shown = fields.filter((field: Json) => !field.isWriteOnly && !field.isShownOnce)
      assert.deepEqual(namesOf(shown), Object.keys(record), name)
    }
  })

  test('contains no secrets: a password can be sent, its digest does not exist', async () => {
    const all = await described()
    const users = named(all, 'users').fields
    assert.deepEqual([named(users, 'password').isWriteOnly, named(users, 'passwordHash')], [true, undefined])
    const keys = named(all, 'api-keys').fields
    assert.deepEqual([named(keys, 'key').isShownOnce, named(keys, 'keyHash')], [true, undefined])
  })

  test('names filters and orders that lists accept', async () => {
    for (const { name, path, fields, filters, actions } of await described()) {
      if (!namesOf(actions).includes('list')) continue
      assert.ok(Object.keys(filters).length > 3, name)
      for (const [field, operators] of Object.entries<string[]>(filters)) {
        assert.ok(operators.includes('eq'))
        const { status, text } = await kontor().get(`/${path}?${field}[ne]=null&perPage=1`)
        assert.equal(status, 200, `${name}.${field}: ${text}`)
      }
      for (const field of fields.filter(({ isSortable }: Json) => isSortable))
        assert.equal((await kontor().get(`/${path}?sort=${field.name}&perPage=1`)).status, 200, field.name)
    }
  })

  test('leaves out fields that are hidden from a role, in lines too', async () => {
    const sales = await described(await as('sales'))
    assert.equal(named(named(sales, 'items').fields, 'costPrice'), undefined)
    assert.ok(!('costPrice' in named(sales, 'items').filters))
    const stock = await described(await as('warehouse'))
    const order = named(stock, 'sales-orders')
    assert.equal(named(order.fields, 'total'), undefined)
    const inLines = namesOf(named(order.fields, 'items').fields)
    assert.ok(inLines.includes('quantity') && !inLines.includes('rate'))
    for (const name of ['customers', 'invoices', 'payments', 'users']) assert.equal(named(stock, name), undefined)
  })

  test('says which records can be deleted, and nothing if the deciding field is hidden', async () => {
    const all = await described()
    assert.deepEqual(named(all, 'invoices').deletable, { field: 'status', values: ['draft'] })
    assert.deepEqual(named(all, 'sales-orders').deletable, { field: 'status', values: ['draft', 'cancelled'] })
    assert.deepEqual(named(all, 'roles').deletable, { field: 'isShipped', values: [false] })
    assert.ok(!('deletable' in named(all, 'items')))
    const role = await addRole(kontor().engine, { invoices: { can: ['read', 'delete'], hidden: ['status'] } })
    const [invoices] = await described(await as(role))
    assert.deepEqual([invoices.deletable.values, invoices.transitions], [[], []])
  })

  test('says which status can follow which, as far as the role has the right', async () => {
    const draftOf = (all: readonly Json[]) =>
      named(all, 'sales-orders')
        .transitions.filter(({ from }: Json) => from.includes('draft'))
        .map(({ to }: Json) => to)
    assert.deepEqual(draftOf(await described()), ['submitted', 'cancelled'])
    const role = await addRole(kontor().engine, { 'sales-orders': { can: ['read', 'submit'] } })
    assert.deepEqual(draftOf(await described(await as(role))), ['submitted'])
    assert.ok(
      named(await described(), 'invoices').transitions.every(({ to }: Json) => to !== 'paid'),
      'only payments make an invoice paid',
    )
  })

  test('says how far a record with each status has come, and how each is shown, but not of a hidden status', async () => {
    const all = await described()
    const statusOf = (name: string, things = all) => named(named(things, name).fields, 'status')
    assert.deepEqual(statusOf('sales-orders').stages, {
      draft: 'draft',
      submitted: 'open',
      on_hold: 'open',
      closed: 'done',
      cancelled: 'stopped',
    })
    const tones = { submitted: 'running', on_hold: 'waiting', closed: 'good', cancelled: 'bad' }
    assert.deepEqual(statusOf('sales-orders').tones, tones)
    assert.deepEqual(Object.keys(statusOf('invoices').stages), named(all, 'invoices').statuses)
    assert.deepEqual(statusOf('invoices').tones, {
      unpaid: 'due',
      partially_paid: 'partly',
      paid: 'good',
      cancelled: 'bad',
    })
    assert.deepEqual([statusOf('customers').stages, statusOf('customers').tones], [undefined, { active: 'good' }])
    const delivery = named(named(all, 'sales-orders').fields, 'deliveryStatus')
    assert.deepEqual(delivery.tones, { not_delivered: 'todo', partly_delivered: 'partly', delivered: 'good' })
    const role = await addRole(kontor().engine, { 'sales-orders': { can: ['read'], hidden: ['status'] } })
    assert.equal(statusOf('sales-orders', await described(await as(role))), undefined)
  })

  test('names stages and tones of choices only', async () => {
    for (const { name, fields } of await described())
      for (const { choices = [], stages = {}, tones = {}, name: field } of fields) {
        const unknown = Object.keys({ ...stages, ...tones }).filter((one) => !choices.includes(one))
        assert.deepEqual(unknown, [], `${name}.${field}`)
      }
  })

  test('says of each move whether it usually comes next, as far as the role has the right', async () => {
    const mainOf = (all: readonly Json[], name: string) =>
      named(all, name).transitions.flatMap(({ from, to, isMain }: Json) => (isMain ? [[...from, to]] : []))
    const all = await described()
    const submitted = ['draft', 'on_hold', 'closed'].map((from) => [from, 'submitted'])
    assert.deepEqual(mainOf(all, 'sales-orders'), submitted)
    assert.deepEqual(mainOf(all, 'invoices'), [['draft', 'unpaid']])
    assert.ok(named(all, 'sales-orders').transitions.every(({ isMain }: Json) => typeof isMain === 'boolean'))
    const role = await addRole(kontor().engine, { invoices: { can: ['read', 'cancel'] } })
    assert.deepEqual(mainOf(await described(await as(role)), 'invoices'), [])
  })

  test('has no title where the title field is hidden, and says that the resource cannot be searched', async () => {
    const role = await addRole(kontor().engine, { customers: { can: ['read'], hidden: ['name', 'status'] } })
    const [customers] = await described(await as(role))
    assert.deepEqual([customers.title, customers.isSearchable, customers.statuses], ['id', false, []])
    const refused = await kontor().get('/customers?search=a', await as(role))
    assertRefused(refused, 403, 'FIELD_NOT_PERMITTED')
  })

  test('says which fields are read-only for a role', async () => {
    const customers = named(await described(await as('sales')), 'customers')
    assert.deepEqual(customers.rights, ['read', 'create', 'update', 'export'])
    assert.deepEqual(customers.readOnlyFields, ['creditLimit', 'creditHold'])
    assert.equal(named(customers.fields, 'creditLimit').isReadOnly, true)
    assert.equal(named(customers.fields, 'name').isReadOnly, false)
  })

  test('says for every action whether it is allowed to the role', async () => {
    for (const role of roleNames) {
      for (const { name, actions } of await described(await as(role))) {
        for (const action of actions) {
          const route = everyRoute.find(
            ({ entry, action: known }) => entry.resource.name === name && known.name === action.name,
          )!
          const isOpen = expected(route, role, SCOPES, true) === 'allowed'
          assert.equal(action.isAllowed, isOpen, `${role}: ${action.name} ${name}`)
          assert.equal(route.action.path.replaceAll(/:(\w+)/g, '{$1}'), action.path)
        }
      }
    }
  })

  test('is limited to the scopes of a key, and to its resources', async () => {
    const reading = await described(withKey(await createKey(kontor(), { scopes: ['read'] })))
    assert.deepEqual(named(reading, 'items').rights, ['read', 'export'])
    assert.ok(reading.every(({ administrative }) => !administrative))
    const allowed = named(reading, 'items').actions.filter(({ isAllowed }: Json) => isAllowed)
    assert.ok(allowed.length > 2 && allowed.every(({ method }: Json) => method === 'GET'))
    const narrowed = await createKey(kontor(), {
      scopes: ['read', 'write'],
      resources: { items: ['read'], customers: ['read', 'write'], payments: ['write'] },
    })
    const [items, customers, ...others] = await described(withKey(narrowed))
    assert.deepEqual([items.name, items.rights], ['items', ['read', 'export']])
    assert.ok(customers.rights.includes('update') && !customers.rights.includes('delete'))
    assert.deepEqual(others, [], 'a resource that may be written but not read is not listed')
    const administering = await described(withKey(await createKey(kontor(), { scopes: ['admin'] })))
    assert.ok(administering.length > 3 && administering.every(({ administrative }) => administrative))
  })

  test('describes one resource alone as in the list', async () => {
    for (const one of await described()) {
      const answer = await kontor().get(`/resources/${one.name}`)
      assert.deepEqual(answer.body.data, one)
      api.foresees('GET', '/api/v1/resources/{id}', answer)
    }
  })

  test('returns 404 for a resource that does not exist, or may not be read', async () => {
    const unknown = await kontor().get('/resources/sales-order')
    assert.deepEqual([unknown.status, unknown.body.error.code], [404, 'NOT_FOUND'])
    assert.match(unknown.body.error.message, /"sales-orders"/)
    api.foresees('GET', '/api/v1/resources/{id}', unknown)
    for (const name of ['users', 'sessions', 'search', 'resources', '__proto__', 'x'.repeat(100)])
      assertRefused(await kontor().get(`/resources/${name}`, await as('viewer')), 404, 'NOT_FOUND')
    assertRefused(await kontor().get('/resources', { token: null }), 401, 'UNAUTHORIZED')
    assertRefused(await kontor().get('/resources?page=1'), 400, 'INVALID_PARAMETER')
  })

  test('need not be sent again to a client that has it, until it changes', async () => {
    for (const path of ['/resources', '/resources/items']) {
      const { headers, text } = await kontor().get(path)
      assert.match(headers.etag!, /^"[\w-]+"$/)
      assert.equal(headers['cache-control'], 'private, no-cache')
      const again = await kontor().get(path, { headers: { 'if-none-match': `"other", W/${headers.etag}` } })
      assert.deepEqual([again.status, again.text, again.headers.etag], [304, '', headers.etag])
      const other = await kontor().get(path, { ...(await as('sales')), headers: { 'if-none-match': headers.etag! } })
      assert.equal(other.status, 200)
      assert.notEqual(other.text, text)
    }
    const unchanged = await kontor().get('/resources', { headers: { 'if-none-match': '*' } })
    api.foresees('GET', '/api/v1/resources', unchanged)
  })
})
