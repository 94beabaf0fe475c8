import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { SETTINGS_ID, settings } from '../../src/resources/settings/settings.resource.ts'
import { databaseKinds, onEveryDatabase } from '../support/databases.ts'
import { type Kontor, kontorFor } from '../support/kontor.ts'
import { behindTheScenes, callFrom, signedIn } from '../support/people.ts'
import { sameDatabase } from '../support/same-database.ts'
import { stoppedKontorFor } from '../support/stopped-clock.ts'
import { limitsOf } from './limits.ts'

const LIMITS = { free: 60, pro: 300, enterprise: 1000 } as const
const AS_STARTED = 77
const environment = { KONTOR_PLAN: `custom:${AS_STARTED}/unlimited` }

const limitSeenBy = async (kontor: Kontor, token?: string) =>
  limitsOf(await kontor.get('/auth/me', token ? { token } : {})).limit

async function choose(kontor: Kontor, plan: string | null): Promise<void> {
  const answer = await kontor.put('/settings', { plan })
  assert.equal(answer.status, 200, answer.text)
}

onEveryDatabase('A plan that is changed in the settings', (kind) => {
  const kontor = stoppedKontorFor(kind, environment) // no time passes between the change and the next request

  test('takes effect with the next request of every user', async () => {
    const { token } = await signedIn(kontor(), 'viewer')
    for (const [plan, limit] of Object.entries(LIMITS)) {
      await choose(kontor(), plan)
      assert.equal(await limitSeenBy(kontor(), token), limit)
      assert.equal(await limitSeenBy(kontor()), limit)
      const login = await callFrom(kontor().app.server, '203.0.113.1', 'POST', '/auth/login', { body: {} })
      assert.equal(limitsOf(login).limit, limit)
      assert.equal(limitsOf(await kontor().get('root:/healthz', { token: null })).limit, limit)
    }
    await choose(kontor(), null)
    assert.equal(await limitSeenBy(kontor(), token), AS_STARTED)
  })

  test('takes effect with the next request also if another process has changed it', async () => {
    const change = (plan: keyof typeof LIMITS | null) =>
      behindTheScenes(kontor().engine, async (records) =>
        records.update(settings, await records.lock(settings, SETTINGS_ID), { plan }),
      )
    assert.equal(await limitSeenBy(kontor()), AS_STARTED)
    await change('pro')
    assert.equal(await limitSeenBy(kontor()), LIMITS.pro)
    await change(null)
    assert.equal(await limitSeenBy(kontor()), AS_STARTED)
  })

  test('to a smaller one counts what has already been used', async () => {
    const { token } = await signedIn(kontor(), 'viewer')
    for (let call = 0; call < 61; call++) await limitSeenBy(kontor(), token)
    await choose(kontor(), 'free')
    assert.equal((await kontor().get('/auth/me', { token })).status, 429)
    await choose(kontor(), 'pro')
    assert.equal(limitsOf(await kontor().get('/auth/me', { token })).remaining, 300 - 62)
    await choose(kontor(), null)
  })

  test('to an unknown one is refused', async () => {
    assert.equal((await kontor().put('/settings', { plan: 'gold' })).status, 422)
    assert.equal(await limitSeenBy(kontor()), AS_STARTED)
  })
})

for (const shared of databaseKinds.filter(({ name }) => name === 'PostgreSQL')) {
  describe('A plan that is changed on one of two nodes', () => {
    const same = sameDatabase(shared)
    const first = kontorFor(same, { environment })
    const second = kontorFor(same, { environment })

    test('takes effect with the next request on the other node', async () => {
      for (const [plan, limit] of Object.entries(LIMITS)) {
        await choose(first(), plan)
        assert.equal(await limitSeenBy(second()), limit)
        assert.equal(await limitSeenBy(first()), limit)
      }
      await choose(second(), null)
      assert.equal(await limitSeenBy(first()), AS_STARTED)
    })
  })
}
