import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AppOptions } from '../../src/app/app.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { type Kontor, type KontorOptions, openKontor } from '../support/kontor.ts'
import { callFrom, signedIn } from '../support/people.ts'
import { rowsIn } from '../support/records.ts'
import { sameDatabase } from '../support/same-database.ts'
import { DAY } from '../support/stopped-clock.ts'
import { assertLimited, limitsOf } from './limits.ts'

const MIDNIGHT_SECONDS = Date.parse('2026-03-02T00:00:00Z') / 1000

onEveryDatabase('A restart', (kind) => {
  let time = Date.parse('2026-03-01T12:00:00Z')
  const same = sameDatabase(kind)
  const start = (plan: string) => {
    const options: KontorOptions & Pick<AppOptions, 'clock'> = {
      environment: { KONTOR_PLAN: plan },
      clock: () => time,
    }
    return openKontor(same, options)
  }
  const statuses = async (kontor: Kontor, token: string, count: number) => {
    const seen: number[] = []
    for (let call = 0; call < count; call++) seen.push((await kontor.get('/auth/me', { token })).status)
    return seen
  }
  let token = ''

  test('does not begin the day anew, for a user or for a network', async () => {
    const before = await start('custom:20/7')
    token = (await signedIn(before, 'viewer')).token
    assert.deepEqual(await statuses(before, token, 5), [200, 200, 200, 200, 200])
    const stranger = () => callFrom(before.app.server, '203.0.113.7', 'POST', '/auth/login', { body: {} })
    for (let call = 0; call < 7; call++) assert.equal((await stranger()).status, 422)
    await before.close()

    const again = await start('custom:20/7')
    const answer = await again.get('/auth/me', { token })
    assert.deepEqual(limitsOf(answer), { limit: 7, remaining: 1, reset: MIDNIGHT_SECONDS })
    assert.deepEqual(await statuses(again, token, 3), [200, 429, 429])
    assertLimited(await again.get('/auth/me', { token }), 7)
    assertLimited(await callFrom(again.app.server, '203.0.113.7', 'POST', '/auth/login', { body: {} }), 7)
    assert.equal((await callFrom(again.app.server, '203.0.113.8', 'POST', '/auth/login', { body: {} })).status, 422)
    await again.close()
  })

  test('on the next day starts from zero, and deletes the counts of the day before', async () => {
    time += DAY
    const next = await start('custom:20/9')
    const person = await signedIn(next, 'viewer')
    assert.equal(limitsOf(await next.get('/auth/me', { token: person.token })).remaining, 8)
    await next.close()
    const after = await start('custom:20/9')
    assert.equal(limitsOf(await after.get('/auth/me', { token: person.token })).remaining, 7)
    const networkAndPerson = 2
    assert.equal(await rowsIn(after, 'rate-usage'), networkAndPerson)
    await after.close()
  })

  test('stores nothing for a plan without a limit per day', async () => {
    time += DAY
    const unlimited = await start('custom:20/unlimited')
    await signedIn(unlimited, 'viewer')
    await unlimited.close()
    const after = await start('custom:20/unlimited')
    const query = after.engine.builder.selectFrom('rate-usage').select('day').where('day', '=', '2026-03-03')
    assert.deepEqual(await after.engine.reader.query(query.compile()), [])
    await after.close()
  })
})
