import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { assertRefused, createItem } from '../support/records.ts'

onEveryDatabase('An address', (kind) => {
  const kontor = kontorFor(kind)

  test('answers to other methods with 405 and those that are possible', async () => {
    for (const [method, path, allow] of [
      ['DELETE', '/items', 'GET, HEAD, POST'],
      ['POST', '/items/itm_1', 'GET, HEAD, PUT, PATCH, DELETE'],
      ['GET', '/invoices/from-order', 'POST'],
      ['HEAD', '/invoices/from-order', 'POST'],
      ['GET', '/sales-orders/so_1/status', 'PUT, PATCH'],
      ['PUT', '/search', 'GET, HEAD'],
    ] as const) {
      const answer = await kontor().call(method, path)
      assert.equal(answer.status, 405, `${method} ${path} ${answer.text}`)
      assert.equal(answer.headers.allow, allow, `${method} ${path}`)
      if (method !== 'HEAD') assertRefused(answer, 405, 'METHOD_NOT_ALLOWED')
    }
  })

  test('tells its methods only to clients with a credential, but for what is public', async () => {
    assertRefused(await kontor().call('DELETE', '/items', { token: null }), 401, 'UNAUTHORIZED')
    assertRefused(await kontor().call('GET', '/auth/login', { token: null }), 405, 'METHOD_NOT_ALLOWED')
  })

  test('that is unknown is still 404', async () => {
    assertRefused(await kontor().call('DELETE', '/nothing'), 404, 'NOT_FOUND')
  })

  test('with a slash at its end is the same address', async () => {
    const { id } = await createItem(kontor())
    const list = await kontor().get('/items/?perPage=1')
    assert.equal(list.status, 200, list.text)
    assert.ok(Array.isArray(list.body.data))
    assert.equal((await kontor().get(`/items/${id}/`)).body.data.id, id)
    assertRefused(await kontor().call('DELETE', '/items/'), 405, 'METHOD_NOT_ALLOWED')
  })

  test('takes a partial update as a JSON merge patch, too', async () => {
    const { id } = await createItem(kontor())
    const headers = { 'content-type': 'application/merge-patch+json' }
    const patched = await kontor().call('PATCH', `/items/${id}`, { body: { category: 'Brakes' }, headers })
    assert.equal(patched.status, 200, patched.text)
    assert.equal(patched.body.data.category, 'Brakes')
    const cleared = await kontor().call('PATCH', `/items/${id}`, { body: { category: null }, headers })
    assert.equal(cleared.body.data.category, null)
    const put = await kontor().call('PUT', `/items/${id}`, { body: { category: 'Brakes' }, headers })
    assertRefused(put, 415, 'UNSUPPORTED_MEDIA_TYPE')
  })
})
