import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { type Kontor, kontorFor } from '../support/kontor.ts'
import { addRole, signedIn } from '../support/people.ts'
import { assertInvalid, assertRefused, createCustomer, createItem, itemBody, read, times } from '../support/records.ts'
import { createOrder, createStockedItem, moveThrough, receive } from '../support/trade.ts'

const listed = async (kontor: Kontor, path: string): Promise<string[]> =>
  (await read(kontor, path)).map(({ id }: { id: string }) => id)

onEveryDatabase('The ids that a record has in other systems', (kind) => {
  const kontor = kontorFor(kind)

  test('a new record has none, and answers with an empty map', async () => {
    assert.deepEqual((await createItem(kontor())).externalIds, {})
  })

  test('they are stored with the record, sorted by system', async () => {
    const { id } = await createItem(kontor(), { externalIds: { shop: '1001', erp: 'A-7' } })
    const answer = await kontor().get(`/items/${id}`)
    assert.match(answer.text, /"externalIds":\{"erp":"A-7","shop":"1001"\}/)
  })

  test('a map that is sent replaces the map; an update without it leaves it alone', async () => {
    const { id } = await createItem(kontor(), { externalIds: { shop: '2001', erp: 'A-8' } })
    await kontor().put(`/items/${id}`, { itemName: 'Vice' })
    assert.deepEqual((await read(kontor(), `/items/${id}`)).externalIds, { erp: 'A-8', shop: '2001' })
    await kontor().put(`/items/${id}`, { externalIds: { shop: '2001' } })
    assert.deepEqual((await read(kontor(), `/items/${id}`)).externalIds, { shop: '2001' })
    const { version } = await read(kontor(), `/items/${id}`)
    await kontor().put(`/items/${id}`, { externalIds: { shop: '2001' } })
    assert.equal((await read(kontor(), `/items/${id}`)).version, version)
    await kontor().put(`/items/${id}`, { externalIds: null })
    assert.deepEqual((await read(kontor(), `/items/${id}`)).externalIds, {})
  })

  test('a second record with the same id in the same system is refused (422) like any unique value, and the first one is named', async () => {
    const first = await createItem(kontor(), { externalIds: { shop: '3001' } })
    const answer = await kontor().post('/items', itemBody({ externalIds: { erp: 'x', shop: '3001' } }))
    assertRefused(answer, 422, 'VALIDATION_ERROR')
    assert.deepEqual(answer.body.error.details, [
      {
        field: 'externalIds.shop',
        message: `externalIds.shop "3001" is already used by item ${first.id}.`,
        existingId: first.id,
      },
    ])
    const other = await createItem(kontor())
    assertRefused(await kontor().put(`/items/${other.id}`, { externalIds: { shop: '3001' } }), 422, 'VALIDATION_ERROR')
  })

  test('the other record is not named to a user who may not read it', async () => {
    await createItem(kontor(), { externalIds: { shop: '3002' } })
    const role = await addRole(kontor().engine, { items: { can: ['read', 'create'], own: true } })
    const { token } = await signedIn(kontor(), role)
    const answer = await kontor().post('/items', itemBody({ externalIds: { shop: '3002' } }), { token })
    assertRefused(answer, 422, 'VALIDATION_ERROR')
    assert.deepEqual(answer.body.error.details, [
      { field: 'externalIds.shop', message: 'externalIds.shop "3002" is already used by another item.' },
    ])
  })

  test('another system, another spelling and another resource may have the same id', async () => {
    await createItem(kontor(), { externalIds: { shop: 'same' } })
    await createItem(kontor(), { externalIds: { erp: 'same' } })
    await createItem(kontor(), { externalIds: { shop: 'SAME' } })
    await createCustomer(kontor(), { externalIds: { shop: 'same' } })
  })

  test('an id is free again after its record was deleted, or has another one', async () => {
    const first = await createItem(kontor(), { externalIds: { shop: '4001' } })
    assert.equal((await kontor().delete(`/items/${first.id}`)).status, 204)
    const second = await createItem(kontor(), { externalIds: { shop: '4001' } })
    await kontor().put(`/items/${second.id}`, { externalIds: { shop: '4002' } })
    await createItem(kontor(), { externalIds: { shop: '4001' } })
  })

  test('of parallel creates with the same id, one makes a record', async () => {
    const answers = await times(20, () => kontor().post('/items', itemBody({ externalIds: { shop: 'race' } })))
    assert.equal(answers.filter(({ status }) => status === 201).length, 1)
    const { id } = answers.find(({ status }) => status === 201)!.body.data
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      assertRefused(answer, 422, 'VALIDATION_ERROR')
      assert.equal(answer.body.error.details[0].existingId, id)
    }
    assert.deepEqual(await listed(kontor(), '/items?externalIds.shop=race'), [id])
  })

  test('what is no map of ids is refused', async () => {
    const send = (externalIds: unknown) => kontor().post('/items', itemBody({ externalIds }))
    assert.match(
      assertInvalid(await send('1001'), 'externalIds').externalIds!,
      /^External ids must be an object such as \{"shop": "1001"\}\.$/,
    )
    assertInvalid(await send([]), 'externalIds')
    assert.match(
      assertInvalid(await send({ Shop: '1' }), 'externalIds').externalIds!,
      /"Shop" is not the name of a system/,
    )
    assertInvalid(await send({ [`${'s'.repeat(41)}`]: '1' }), 'externalIds')
    assertInvalid(await send({ shop: 1001 }), 'externalIds.shop')
    assertInvalid(await send({ shop: ' ' }), 'externalIds.shop')
    assertInvalid(await send({ shop: null }), 'externalIds.shop')
    assertInvalid(await send({ shop: 'x'.repeat(201) }), 'externalIds.shop')
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`s${index}`, 'x']))
    assert.match(assertInvalid(await send(many), 'externalIds').externalIds!, /at most 20 systems/)
    await createItem(kontor(), { externalIds: { shop: 'y'.repeat(200) } })
  })

  test('a document, a payment and a movement take them in every state, and keep the rest as it is', async () => {
    const item = await createStockedItem(kontor(), 10)
    const movement = await receive(kontor(), item, 1)
    const order = await createOrder(kontor(), [item])
    await moveThrough(kontor(), order, 'submitted', 'cancelled')
    for (const path of [`/stock-movements/${movement.id}`, `/sales-orders/${order.id}`]) {
      const answer = await kontor().put(path, { externalIds: { shop: 'late' } })
      assert.equal(answer.status, 200, answer.text)
      assert.deepEqual(answer.body.data.externalIds, { shop: 'late' })
      const { permitted } = await read(kontor(), `${path}?include=permitted`)
      assert.ok(permitted.edit.includes('externalIds'))
    }
  })
})

onEveryDatabase('Lists by an id in another system', (kind) => {
  const kontor = kontorFor(kind)

  test('the operators eq, ne and in, and null for none', async () => {
    const [a, b, none] = [
      await createItem(kontor(), { category: 'f', externalIds: { shop: '1' } }),
      await createItem(kontor(), { category: 'f', externalIds: { shop: '2', erp: '1' } }),
      await createItem(kontor(), { category: 'f' }),
    ]
    const found = (filter: string) => listed(kontor(), `/items?category=f&order=asc&${filter}`)
    assert.deepEqual(await found('externalIds.shop=1'), [a.id])
    assert.deepEqual(await found('externalIds.erp=1'), [b.id])
    assert.deepEqual(await found('externalIds.shop[in]=1,2,3'), [a.id, b.id])
    assert.deepEqual(await found('externalIds.shop[in]=1,null'), [a.id, none.id])
    assert.deepEqual(await found('externalIds.shop=null'), [none.id])
    assert.deepEqual(await found('externalIds.shop[ne]=null'), [a.id, b.id])
    assert.deepEqual(await found('externalIds.shop[ne]=1'), [b.id, none.id])
    assert.deepEqual(await found('externalIds.never=1'), [])
    const { body } = await kontor().get('/items?externalIds.shop=1')
    assert.equal(body.meta.total, 1)
  })

  test('other operators, other paths and resources without them are refused', async () => {
    for (const filter of ['externalIds.shop[like]=1', 'externalIds.shop[gt]=1', 'externalIds=1', 'externalIds.Shop=1'])
      assertRefused(await kontor().get(`/items?${filter}`), 400, 'INVALID_FILTER')
    assertRefused(await kontor().get('/roles?externalIds.shop=1'), 400, 'INVALID_FILTER')
    assertRefused(await kontor().get('/items?sort=externalIds.shop'), 400, 'INVALID_SORT')
  })

  test('a role that does not see them can neither read, send nor filter by them', async () => {
    const { id } = await createItem(kontor(), { externalIds: { shop: 'hidden' } })
    const role = await addRole(kontor().engine, {
      items: { can: ['read', 'update', 'export'], hidden: ['externalIds'] },
    })
    const { token } = await signedIn(kontor(), role)
    assert.equal('externalIds' in (await kontor().get(`/items/${id}`, { token })).body.data, false)
    assertRefused(await kontor().get('/items?externalIds.shop=hidden', { token }), 403, 'FIELD_NOT_PERMITTED')
    assertRefused(await kontor().get('/items?fields=externalIds.shop', { token }), 403, 'FIELD_NOT_PERMITTED')
    const answer = await kontor().put(`/items/${id}`, { externalIds: { shop: 'x' } }, { token })
    assertRefused(answer, 403, 'FIELD_NOT_PERMITTED')
  })

  test('fields=externalIds.shop answers with that system alone', async () => {
    const { id } = await createItem(kontor(), { externalIds: { shop: 'only', erp: 'not' } })
    assert.deepEqual(await read(kontor(), `/items/${id}?fields=externalIds.shop`), {
      id,
      externalIds: { shop: 'only' },
    })
    assertRefused(await kontor().get('/roles?fields=externalIds.shop'), 400, 'INVALID_PARAMETER')
  })
})
