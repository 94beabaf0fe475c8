import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditLog } from '../support/audit.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { askForKey, createKey, withKey } from '../support/keys.ts'
import { kontorFor } from '../support/kontor.ts'
import { callFrom } from '../support/people.ts'
import { assertInvalid, assertRefused } from '../support/records.ts'

const PROXY = '10.9.9.9'

onEveryDatabase('A key with allowed addresses', (kind) => {
  const kontor = kontorFor(kind)
  const from = (key: { key: string }, address: string, headers: Readonly<Record<string, string>> = {}) =>
    callFrom(kontor().app.server, address, 'GET', '/items', { headers: { ...withKey(key).headers, ...headers } })

  /** The list, an allowed address, and a refused one. */
  const cases: readonly (readonly [string[], string[], string[]])[] = [
    [['203.0.113.7'], ['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:203.0.113.7'], ['203.0.113.8', '2001:db8::1']],
    [['203.0.113.0/24'], ['203.0.113.0', '203.0.113.255', '::ffff:203.0.113.9'], ['203.0.112.255', '203.0.114.0']],
    [['2001:db8::/32'], ['2001:db8::1', '2001:db8:ffff::1'], ['2001:db9::1', '203.0.113.7', '::ffff:203.0.113.7']],
    [['2001:db8::7'], ['2001:db8::7', '2001:0db8:0:0:0:0:0:0007'], ['2001:db8::8']],
    [['::ffff:203.0.113.7'], ['203.0.113.7', '::ffff:203.0.113.7'], ['203.0.113.8']],
    [['::ffff:203.0.113.0/120'], ['203.0.113.200', '::ffff:203.0.113.200'], ['203.0.114.1']],
    [
      ['10.0.0.0/8', '::1'],
      ['10.1.2.3', '::1'],
      ['11.0.0.1', '::2'],
    ],
  ]
  for (const [allowedIps, inside, outside] of cases) {
    test(`${allowedIps.join(' and ')}: is good there and nowhere else`, async () => {
      const key = await createKey(kontor(), { allowedIps })
      for (const address of inside) assert.equal((await from(key, address)).status, 200, address)
      for (const address of outside) assertRefused(await from(key, address), 403, 'IP_NOT_ALLOWED')
    })
  }

  test('is accepted from everywhere if the list is empty', async () => {
    const key = await createKey(kontor())
    for (const address of ['198.51.100.1', '2001:db8::1', '127.0.0.1'])
      assert.equal((await from(key, address)).status, 200)
  })

  test('takes only addresses and networks', async () => {
    const networks = ['10.0.0.0/33', '2001:db8::/129', '10.0.0.0/-1', '10.0.0.0/8x', '10.0.0.0/', '10.0.0.1/8/8']
    const addresses = ['10.0.0', '10.0.0.256', '010.0.0.1', 'fe80::1%eth0', 'example.com', '*']
    const wrong = [...networks, ...addresses]
    const answer = await askForKey(kontor(), { allowedIps: ['10.0.0.1', ...wrong] })
    const messages = assertInvalid(answer, ...wrong.map((_, index) => `allowedIps[${index + 1}]`))
    assert.match(messages['allowedIps[1]']!, /"10\.0\.0\.0\/33" is neither/)
  })

  test('is refused from elsewhere with the address in the message, and that is logged', async () => {
    const key = await createKey(kontor(), { allowedIps: ['203.0.113.7'] })
    const answer = await from(key, '::ffff:198.51.100.4')
    assert.match(answer.body.error.message, /198\.51\.100\.4/)
    const [entry, ...others] = await auditLog(kontor(), `action=refused&requestId=${answer.headers['x-request-id']}`)
    assert.deepEqual(others, [])
    assert.deepEqual([entry.credential, entry.actor], [key.id, key.owner])
    assert.equal(entry.changes.code[1], 'IP_NOT_ALLOWED')
  })

  test('ignores what a request says about its own origin', async () => {
    const key = await createKey(kontor(), { allowedIps: ['203.0.113.7'] })
    for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'cf-connecting-ip', 'true-client-ip']) {
      const answer = await from(key, '198.51.100.4', {
        [name]: name === 'forwarded' ? 'for=203.0.113.7' : '203.0.113.7',
      })
      assertRefused(answer, 403, 'IP_NOT_ALLOWED')
    }
  })

  test('follows a change of its list at once', async () => {
    const key = await createKey(kontor(), { allowedIps: ['203.0.113.7'] })
    assert.equal((await kontor().put(`/api-keys/${key.id}`, { allowedIps: ['198.51.100.0/24'] })).status, 200)
    assertRefused(await from(key, '203.0.113.7'), 403, 'IP_NOT_ALLOWED')
    assert.equal((await from(key, '198.51.100.4')).status, 200)
  })
})

onEveryDatabase('Behind a proxy that is trusted', (kind) => {
  const kontor = kontorFor(kind, { environment: { KONTOR_TRUST_PROXY: `${PROXY}/32` } })
  const from = (key: { key: string }, address: string, forwarded: string) =>
    callFrom(kontor().app.server, address, 'GET', '/items', {
      headers: { ...withKey(key).headers, 'x-forwarded-for': forwarded },
    })

  test('the address that the proxy forwards is used, and no address before it', async () => {
    const key = await createKey(kontor(), { allowedIps: ['203.0.113.7'] })
    assert.equal((await from(key, PROXY, '203.0.113.7')).status, 200)
    assertRefused(await from(key, PROXY, '198.51.100.4'), 403, 'IP_NOT_ALLOWED')
    // The client itself wrote the first; the proxy added the second.
    assertRefused(await from(key, PROXY, '203.0.113.7, 198.51.100.4'), 403, 'IP_NOT_ALLOWED')
    assert.equal((await from(key, PROXY, '198.51.100.4, 203.0.113.7')).status, 200)
  })

  test('the forwarded address of an untrusted client is ignored', async () => {
    const key = await createKey(kontor(), { allowedIps: ['203.0.113.7'] })
    assertRefused(await from(key, '198.51.100.4', '203.0.113.7'), 403, 'IP_NOT_ALLOWED')
    assertRefused(await from(key, '10.9.9.8', '203.0.113.7'), 403, 'IP_NOT_ALLOWED')
  })
})
