import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { hookingFor } from './hooks.ts'

const URL_OF_SHOP = 'https://shop.example.com/kontor'

onEveryDatabase('A webhook is refused', (kind) => {
  const kontor = kontorFor(kind)
  const permissive = hookingFor(kind)

  const refusalOf = async (body: object, of = kontor) => {
    const answer = await of().post('/webhooks', { url: URL_OF_SHOP, events: ['items.*'], ...body })
    assert.equal(answer.status, 422, answer.text)
    return answer.body.error.details.map(
      ({ field, message }: { field: string; message: string }) => `${field}: ${message}`,
    )
  }

  test('with an address that is not https, is private, or holds a password', async () => {
    assert.deepEqual(await refusalOf({ url: 'http://shop.example.com/' }), ['url: url must begin with https://.'])
    const addresses = ['127.0.0.1', '10.0.0.1', '[::1]', '169.254.169.254', '0x7f.1', '[::ffff:10.0.0.1]']
    const names = ['localhost', 'LOCALHOST.', 'shop.localhost', 'localhost.localdomain']
    for (const host of [...addresses, ...names])
      assert.deepEqual(await refusalOf({ url: `https://${host}/` }), ['url: url must not be a private address.'], host)
    assert.deepEqual(await refusalOf({ url: 'https://anna:secret@shop.example.com/' }), [
      'url: url must not contain a user name or a password.',
    ])
    assert.deepEqual(await refusalOf({ url: 'https://169.254.169.254/' }, permissive), [
      'url: url must not be a private address.',
    ])
    for (const url of ['https://localhost/', 'https://localhost.shop.example/']) {
      const here = url.includes('shop') ? kontor : permissive
      assert.equal((await here().post('/webhooks', { url, events: ['items.*'], isActive: false })).status, 201, url)
    }
  })

  test('for an event that there is not', async () => {
    assert.deepEqual(await refusalOf({ events: ['item.created'] }), [
      'events[0]: There is no event "item.created". Did you mean "items.created"?',
    ])
    assert.deepEqual(await refusalOf({ events: ['webhook-deliveries.created', 'audit-log.*'] }), [
      'events[0]: There is no event "webhook-deliveries.created". Did you mean "deliveries.created"?',
      'events[1]: There is no event "audit-log.*".',
    ])
    assert.equal((await refusalOf({ events: [] })).length, 1)
  })

  test('with a filter over several resources, by an unknown field, or with a value that the field cannot have', async () => {
    const severally = { events: ['items.*', 'customers.*'], filter: { category: 'Brakes' } }
    const one = 'filter: A filter needs events of one resource that you may read.'
    assert.deepEqual(await refusalOf(severally), [one])
    assert.deepEqual(await refusalOf({ events: ['*'], filter: { category: 'Brakes' } }), [one])
    assert.deepEqual(await refusalOf({ filter: { categori: 'Brakes' } }), [
      'filter.categori: items cannot be filtered by "categori". Did you mean "category"?',
    ])
    assert.equal((await refusalOf({ filter: { isActive: 'perhaps' } })).length, 1)
    assert.equal((await refusalOf({ filter: { 'items.quantity': '1' } })).length, 1)
  })

  test('of none of these, it is created and its secret is shown this once', async () => {
    const created = await kontor().post('/webhooks', { url: URL_OF_SHOP, events: ['*'], description: 'Shop' })
    assert.equal(created.status, 201, created.text)
    assert.match(created.body.data.secret, /^whsec_[\w+/]+=*$/)
    assert.equal(created.headers['cache-control'], 'no-store')
    const read = await kontor().get(`/webhooks/${created.body.data.id}`)
    assert.equal(read.body.data.secret, undefined)
    assert.ok(!read.text.includes('whsec_') && !('sealedSecret' in read.body.data) && !('grant' in read.body.data))
    assert.equal((await kontor().delete(`/webhooks/${created.body.data.id}`)).status, 204)
  })
})
