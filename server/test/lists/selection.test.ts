import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { addRole, signedIn } from '../support/people.ts'
import { assertRefused, createItem } from '../support/records.ts'
import { createOrder } from '../support/trade.ts'
import { listed as listedResources } from '../support/world.ts'
import { idsOf } from './model.ts'
import { addressOf, listed } from './walk.ts'

const MINUTE_MS = 60_000

onEveryDatabase('The parameters fields and updatedSince', (kind) => {
  const kontor = kontorFor(kind)
  let id = ''
  before(async () => {
    const customer = { name: 'Nordlicht', creditLimit: 500, address: { city: 'Hamburg' } }
    id = (await kontor().post('/customers', customer)).body.data.id
  })

  test('only the chosen fields come, and always the id, in a list and of one record', async () => {
    const { data } = await listed(kontor(), '/customers', { fields: 'name,creditLimit' })
    assert.deepEqual(data, [{ id, name: 'Nordlicht', creditLimit: 500 }])
    const one = await kontor().get(`/customers/${id}?fields=name,creditLimit`)
    assert.deepEqual(one.body.data, data[0])
    assert.deepEqual((await listed(kontor(), '/customers', { fields: 'id' })).data, [{ id }])
    assert.deepEqual((await listed(kontor(), '/customers', { fields: 'name,id,name' })).data, [
      { id, name: 'Nordlicht' },
    ])
  })

  test('a group comes whole, a computed one too', async () => {
    const { data } = await listed(kontor(), '/customers', { fields: 'address,balance' })
    assert.equal(data[0].address.city, 'Hamburg')
    assert.equal(data[0].balance.availableCredit, 500)
    assert.deepEqual(Object.keys(data[0]).sort(), ['address', 'balance', 'id'])
  })

  test('parts of groups and of lines can be chosen; a line always has its id', async () => {
    const { data } = await listed(kontor(), '/customers', { fields: 'address.city,balance.outstanding,name' })
    const expected = { id, name: 'Nordlicht', address: { city: 'Hamburg' }, balance: { outstanding: 0 } }
    assert.deepEqual(data, [expected])
    const whole = await listed(kontor(), '/customers', { fields: 'address.city,address' })
    assert.ok('street' in whole.data[0].address, 'the whole group was asked for as well')
    const item = await createItem(kontor(), { itemCode: 'PART', sellingPrice: 2 })
    const order = await createOrder(kontor(), [{ item: item.id, quantity: 3 }], { customer: { id } })
    const chosen = await kontor().get(`/sales-orders/${order.id}?fields=items.quantity,items.itemCode`)
    const line = { id: order.items[0].id, quantity: 3, itemCode: 'PART' }
    assert.deepEqual(chosen.body.data, { id: order.id, items: [line] })
    const { text } = await kontor().get('/sales-orders/export?fields=items.itemCode,items.quantity,customerName')
    assert.equal(
      text,
      `id,customerName,items.id,items.quantity,items.itemCode\r\n${order.id},Nordlicht,${line.id},3,PART\r\n`,
    )
    assert.match((await kontor().get('/customers/export?fields=address.city')).text, /^id,address\.city\r\n/)
  })

  test('a part that is unknown, secret or hidden from the role cannot be chosen', async () => {
    const unknown = ['address.town', 'address.', 'name.first', 'address.city.name'].map(
      (name) => `/customers?fields=${name}`,
    )
    for (const path of [...unknown, '/sales-orders?fields=items.billedTax']) {
      const { status, body } = await kontor().get(path)
      assert.deepEqual([status, body.error.code], [400, 'INVALID_PARAMETER'], path)
    }
    const permissions = {
      customers: { can: ['read'], hidden: ['address.city'] },
      'sales-orders': { can: ['read'], hidden: ['items.rate'] },
    } as const
    const { token } = await signedIn(kontor(), await addRole(kontor().engine, permissions))
    for (const path of [
      '/customers?fields=address.city',
      '/sales-orders?fields=items.rate',
      '/sales-orders?fields=items.amount',
    ])
      assertRefused(await kontor().get(path, { token }), 403, 'FIELD_NOT_PERMITTED')
    const { data } = (await kontor().get('/customers?fields=address', { token })).body
    assert.ok(!('city' in data[0].address))
  })

  test('what no record shows cannot be chosen: secrets, internal values, and what is only ever sent', async () => {
    let count = 0
    for (const { name, fields } of listedResources) {
      for (const [field, { options }] of Object.entries(fields)) {
        if (!options.secret && !options.transient && !options.internal) continue
        count++
        const { status, body } = await kontor().get(`/${name}?fields=id,${field}`)
        assert.deepEqual([status, body.error?.code], [400, 'INVALID_PARAMETER'], `${name}.${field}`)
      }
    }
    assert.ok(count > 3)
  })

  test('what is not chosen can still be filtered, searched and sorted by', async () => {
    const parameters = { fields: 'id', 'creditLimit[gte]': 500, search: 'licht', sort: 'name' }
    assert.deepEqual((await listed(kontor(), '/customers', parameters)).data, [{ id }])
  })

  test('an unknown field is refused with the nearest name, in a list and of one record', async () => {
    for (const path of ['/customers', `/customers/${id}`]) {
      const { status, body } = await kontor().get(`${path}?fields=id,nmae`)
      assert.equal(status, 400)
      assert.equal(body.error.code, 'INVALID_PARAMETER')
      assert.equal(body.error.details[0].field, 'fields')
      assert.match(body.error.message, /no field "nmae".* Did you mean "name"\?/)
      for (const fields of ['*', '__proto__', 'constructor', 'search_text', 'NAME', 'password']) {
        assert.equal((await kontor().get(addressOf(path, { fields }))).status, 400, `${path} ${fields}`)
      }
    }
  })

  test('one record takes no other parameter', async () => {
    for (const parameter of ['perPage=1', 'name=Nordlicht', 'fields=name&page=1', 'Fields=name']) {
      const { status, body } = await kontor().get(`/customers/${id}?${parameter}`)
      assert.equal(status, 400, parameter)
      assert.equal(body.error.code, 'INVALID_PARAMETER')
    }
  })

  test('updatedSince gives what was created or changed at or after a time', async () => {
    const ids: string[] = []
    for (let index = 0; index < 3; index++) {
      const item = { itemCode: `S-${index}`, itemName: 'Since', category: 'Since' }
      ids.push((await kontor().post('/items', item)).body.data.id)
      kontor().advance(MINUTE_MS)
    }
    const changed = await kontor().put(`/items/${ids[0]}`, { itemName: 'Since then' })
    const since = async (updatedSince: string) =>
      idsOf(
        (await listed(kontor(), '/items', { updatedSince, category: 'Since', sort: 'updatedAt', order: 'asc' })).data,
      )
    const last = (await kontor().get(`/items/${ids[2]}`)).body.data.updatedAt
    assert.deepEqual(await since(changed.body.data.updatedAt), [ids[0]])
    assert.deepEqual(await since(last), [ids[2], ids[0]], 'the very moment is included')
    assert.deepEqual(await since(new Date(Date.parse(last) + 1).toISOString()), [ids[0]])
    assert.deepEqual(await since('2020-01-01'), [ids[1], ids[2], ids[0]])
    assert.deepEqual(await since('2099-01-01T00:00:00+01:00'), [])
  })

  test('updatedSince goes together with filters of updatedAt', async () => {
    const { meta } = await listed(kontor(), '/items', { updatedSince: '2020-01-01', 'updatedAt[lt]': '2020-01-02' })
    assert.equal(meta.total, 0)
  })

  test('an updatedSince that is no time is refused', async () => {
    for (const text of [
      'yesterday',
      '2026',
      '2026-13-01',
      '2026-02-30',
      '2026-01-01T25:00:00Z',
      '2026-01-01T10:00:00',
      '1767225600',
      'null',
    ]) {
      const { status, body } = await kontor().get(addressOf('/items', { updatedSince: text }))
      assert.equal(status, 400, text)
      assert.equal(body.error.code, 'INVALID_PARAMETER')
      assert.equal(body.error.details[0].field, 'updatedSince')
    }
  })
})
