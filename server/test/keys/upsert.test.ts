import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { addRole, signedIn } from '../support/people.ts'
import { assertInvalid, assertRefused, createItem, newCode, rowsIn, times } from '../support/records.ts'
import { createOrder } from '../support/trade.ts'
import { twoNodesFor } from '../support/two-nodes.ts'

onEveryDatabase('Upsert by a unique field', (kind) => {
  const kontor = kontorFor(kind)

  test('creates the record (201), changes it (200), and leaves it alone if nothing differs (same version)', async () => {
    const code = newCode()
    const created = await kontor().put(`/items/by/itemCode/${code}`, { itemName: 'Anvil', sellingPrice: 1 })
    assert.equal(created.status, 201, created.text)
    const { id } = created.body.data
    assert.equal(created.body.data.itemCode, code)
    assert.match(created.headers.location!, new RegExp(`/api/v1/items/${id}$`))
    const changed = await kontor().put(`/items/by/itemCode/${code.toLowerCase()}`, { sellingPrice: 2 })
    assert.equal(changed.status, 200, changed.text)
    assert.deepEqual(
      [changed.body.data.id, changed.body.data.itemCode, changed.body.data.sellingPrice, changed.body.data.version],
      [id, code, 2, 2],
    )
    assert.equal('location' in changed.headers, false)
    const same = await kontor().put(`/items/by/itemCode/${code}`, { itemCode: code, sellingPrice: 2 })
    assert.deepEqual([same.status, same.body.data.version], [200, 2])
  })

  test('an id in another system becomes part of a new record, and stays part of a map that is sent', async () => {
    const path = '/items/by/externalIds.shop/7001'
    const created = await kontor().put(path, { itemCode: newCode(), itemName: 'Anvil' })
    assert.deepEqual(created.body.data.externalIds, { shop: '7001' })
    const changed = await kontor().put(path, { externalIds: { erp: '9' } })
    assert.deepEqual(changed.body.data.externalIds, { erp: '9', shop: '7001' })
    assert.deepEqual((await kontor().put(path, { externalIds: null })).body.data.externalIds, { shop: '7001' })
    assert.deepEqual((await kontor().put(path, { itemName: 'Vice' })).body.data.externalIds, { shop: '7001' })
  })

  test('a key in the body must agree with the address (422)', async () => {
    const code = newCode()
    const message = `itemCode must be "${code}" as in the address, or be left out.`
    const answer = await kontor().put(`/items/by/itemCode/${code}`, { itemCode: newCode(), itemName: 'x' })
    assert.equal(assertInvalid(answer, 'itemCode').itemCode, message)
    const body = { itemCode: code, itemName: 'x', externalIds: { shop: '2' } }
    assertInvalid(await kontor().put('/items/by/externalIds.shop/7002', body), 'externalIds.shop')
    await createItem(kontor(), { itemCode: code })
    assertInvalid(await kontor().put(`/items/by/itemCode/${code}`, { itemCode: null }), 'itemCode')
    assertInvalid(await kontor().put('/items/by/externalIds.shop/7002', { ...body, externalIds: 'x' }), 'externalIds')
  })

  test('a new record needs what a new record needs, an existing one does not', async () => {
    const answer = await kontor().put(`/items/by/itemCode/${newCode()}`, { sellingPrice: -1, unheardOf: 1 })
    assertInvalid(answer, 'itemName', 'sellingPrice', 'unheardOf')
    const { itemCode } = await createItem(kontor())
    assert.equal((await kontor().put(`/items/by/itemCode/${itemCode}`, {})).status, 200)
    assertInvalid(await kontor().put(`/items/by/itemCode/${'x'.repeat(65)}`, { itemName: 'x' }), 'itemCode')
    assertRefused(await kontor().call('PUT', `/items/by/itemCode/${itemCode}`, { text: '[]' }), 400, 'INVALID_JSON')
  })

  test('a value of a read-only field is ignored, and the response says so', async () => {
    const { itemCode } = await createItem(kontor())
    const { body } = await kontor().put(`/items/by/itemCode/${itemCode}`, { currentStock: 5 })
    assert.deepEqual(
      body.meta.warnings.map(({ code, field }: { code: string; field: string }) => [code, field]),
      [['READ_ONLY_IGNORED', 'currentStock']],
    )
  })

  test('If-None-Match: * only creates, If-Match: * only changes, If-Match insists on a version (412)', async () => {
    const code = newCode()
    const put = (headers: Record<string, string>, body: object = { itemName: 'Anvil' }) =>
      kontor().put(`/items/by/itemCode/${code}`, body, { headers })
    assertRefused(await put({ 'if-match': '*' }), 412, 'VERSION_MISMATCH')
    assertRefused(await put({ 'if-match': '"1"' }), 412, 'VERSION_MISMATCH')
    const created = await put({ 'if-none-match': '*' })
    assert.equal(created.status, 201, created.text)
    const again = await put({ 'if-none-match': '*' })
    assertRefused(again, 412, 'RECORD_EXISTS')
    assert.equal(again.body.error.details[0].existingId, created.body.data.id)
    assert.equal((await put({ 'if-match': '*' }, { itemName: 'Vice' })).status, 200)
    assertRefused(await put({ 'if-match': created.headers.etag! }, { itemName: 'Saw' }), 412, 'VERSION_MISMATCH')
    assert.equal((await put({ 'if-match': '"2"' }, { itemName: 'Saw' })).status, 200)
  })

  test('the right to create or to update is enough where only that one is needed, and not otherwise (403)', async () => {
    const known = await createItem(kontor())
    const tokenOf = async (...can: ('read' | 'create' | 'update')[]) =>
      (await signedIn(kontor(), await addRole(kontor().engine, { items: { can } }))).token
    const put = (token: string, code: string) =>
      kontor().put(`/items/by/itemCode/${code}`, { itemName: 'Saw' }, { token })
    const [creator, updater, reader] = [await tokenOf('create'), await tokenOf('update'), await tokenOf('read')]
    assert.equal((await put(creator, newCode())).status, 201)
    assertRefused(await put(creator, known.itemCode), 403, 'FORBIDDEN')
    assert.equal((await put(updater, known.itemCode)).status, 200)
    assertRefused(await put(updater, newCode()), 403, 'FORBIDDEN')
    const refused = await put(reader, known.itemCode)
    assertRefused(refused, 403, 'FORBIDDEN')
    assert.match(refused.body.error.message, /may not update or create items\.$/)
    const exists = await kontor().put(
      `/items/by/itemCode/${known.itemCode}`,
      {},
      { token: updater, headers: { 'if-none-match': '*' } },
    )
    assertRefused(exists, 412, 'RECORD_EXISTS')
    assert.doesNotMatch(exists.text, new RegExp(known.id))
  })

  test('a field that the role must not change is refused (403), and a record of another user is not found', async () => {
    const known = await createItem(kontor(), { externalIds: { shop: 'foreign' } })
    const guarded = await addRole(kontor().engine, {
      items: { can: ['create', 'update', 'read'], readOnly: ['sellingPrice'], hidden: ['costPrice'] },
    })
    const { token } = await signedIn(kontor(), guarded)
    const path = `/items/by/itemCode/${known.itemCode}`
    assertRefused(await kontor().put(path, { sellingPrice: 9 }, { token }), 403, 'FIELD_NOT_PERMITTED')
    assertRefused(await kontor().put(path, { costPrice: 9 }, { token }), 403, 'FIELD_NOT_PERMITTED')
    const own = await addRole(kontor().engine, { items: { can: ['create', 'update', 'read'], own: true } })
    const person = await signedIn(kontor(), own)
    assertInvalid(await kontor().put(path, { itemName: 'x' }, { token: person.token }), 'itemCode')
    const body = { itemCode: newCode(), itemName: 'x' }
    const foreign = await kontor().put('/items/by/externalIds.shop/foreign', body, { token: person.token })
    assertRefused(foreign, 422, 'VALIDATION_ERROR')
    assert.equal((await kontor().get(`/items/${known.id}`)).body.data.version, 1)
  })

  test('a unique value of another record is refused, and that record is named', async () => {
    const other = await createItem(kontor())
    const body = { itemCode: other.itemCode, itemName: 'x' }
    const answer = await kontor().put('/items/by/externalIds.shop/7003', body)
    assertInvalid(answer, 'itemCode')
    assert.equal(answer.body.error.details[0].existingId, other.id)
  })

  test('a number that Kontor sets finds a record to change, and creates none (404)', async () => {
    const order = await createOrder(kontor(), [await createItem(kontor())])
    const path = `/sales-orders/by/orderNumber/${order.orderNumber}`
    assert.equal((await kontor().put(path, { notes: 'Call first.' })).body.data.notes, 'Call first.')
    assertInvalid(await kontor().put(path, { orderNumber: 'SO-1' }), 'orderNumber')
    const unknown = await kontor().put('/sales-orders/by/orderNumber/SO-1', { customer: order.customer, items: [] })
    assertRefused(unknown, 404, 'NOT_FOUND')
    assert.match(unknown.body.error.message, /because Kontor sets orderNumber\.$/)
  })

  test('an order is created by the id of a shop, and its lines are replaced by the next request', async () => {
    const item = await createItem(kontor(), { sellingPrice: 3, externalIds: { shop: 'i-1' } })
    const { customer } = await createOrder(kontor(), [item])
    const line = (quantity: number) => ({ item: { 'externalIds.shop': 'i-1' }, quantity })
    const path = '/sales-orders/by/externalIds.shop/o-1'
    const created = await kontor().put(path, { customer, items: [line(1)] })
    assert.deepEqual([created.status, created.body.data.total], [201, 3], created.text)
    const changed = await kontor().put(path, { items: [line(2)] })
    assert.deepEqual([changed.status, changed.body.data.total], [200, 6], changed.text)
    const same = await kontor().put(path, { customer, items: [line(2)] })
    assert.equal(same.body.data.version, changed.body.data.version)
  })

  test('an unknown key is refused before anything is written, and other methods by 405', async () => {
    const before = await rowsIn(kontor(), 'items')
    assertRefused(await kontor().put('/items/by/itemName/x', { itemCode: 'x' }), 400, 'INVALID_PARAMETER')
    assertRefused(await kontor().call('PATCH', '/items/by/itemCode/x', { body: {} }), 405, 'METHOD_NOT_ALLOWED')
    assert.equal(await rowsIn(kontor(), 'items'), before)
  })

  test('under an Idempotency-Key it is carried out once, and answered the same', async () => {
    const code = newCode()
    const headers = { 'idempotency-key': code }
    const put = (body: object) => kontor().put(`/items/by/itemCode/${code}`, body, { headers })
    const first = await put({ itemName: 'Anvil' })
    const second = await put({ itemName: 'Anvil' })
    assert.deepEqual([first.status, second.status], [201, 201])
    assert.equal(second.text, first.text)
    assertRefused(await put({ itemName: 'Vice' }), 422, 'IDEMPOTENCY_KEY_REUSED')
  })

  test('a user is created and changed by their e-mail address, with a password that works', async () => {
    const path = '/users/by/email/new%40people.example'
    const created = await kontor().put(path, { name: 'Neu', role: 'viewer', password: 'a-new-password-1' })
    assert.equal(created.status, 201, created.text)
    assert.equal((await kontor().login('new@people.example', 'a-new-password-1')).status, 200)
    const changed = await kontor().put(path, { password: 'another-password-2' })
    assert.equal(changed.status, 200, changed.text)
    assert.equal((await kontor().login('new@people.example', 'another-password-2')).status, 200)
    assertInvalid(await kontor().put(path, { password: 5 }), 'password')
  })

  test('50 parallel upserts of one key make one record', async () => {
    const code = newCode()
    const answers = await times(50, (index) =>
      kontor().put(`/items/by/itemCode/${code}`, { itemName: `Anvil ${index}` }),
    )
    assert.deepEqual(answers.filter(({ status }) => status === 201).length, 1)
    assert.deepEqual(answers.filter(({ status }) => status === 200).length, 49)
    assert.equal(new Set(answers.map(({ body }) => body.data.id)).size, 1)
  })
})

onEveryDatabase('Upserts on two nodes', (kind) => {
  const nodes = twoNodesFor(kind)

  test('50 parallel upserts of one id in another system make one record', async () => {
    const code = newCode()
    const answers = await times(50, (index) =>
      nodes()[index % 2]!.put('/items/by/externalIds.shop/race', { itemCode: code, itemName: `Anvil ${index}` }),
    )
    for (const { status, text } of answers) assert.ok([200, 201].includes(status), text)
    assert.equal(answers.filter(({ status }) => status === 201).length, 1)
    assert.equal(await rowsIn(nodes()[0], 'items'), 1)
  })
})
