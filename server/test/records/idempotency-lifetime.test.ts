import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clearExpired } from '../../src/app/housekeeping.ts'
import { serviceActor } from '../../src/core/access.ts'
import { idempotentReplies, remember } from '../../src/core/execution/idempotency.ts'
import { createStore } from '../../src/db/store.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { ADMIN, type Kontor, kontorFor } from '../support/kontor.ts'
import { assertRefused, customerBody, itemBody, read, rowsIn } from '../support/records.ts'

const HOUR_MS = 3_600_000
const KEPT_MS = 7 * 24 * HOUR_MS

onEveryDatabase('An idempotent response is kept', (kind) => {
  const kontor = kontorFor(kind)

  test('for seven days, not less and not more', async () => {
    const body = customerBody()
    const postWith = async (sent: object) => {
      const { token } = (await kontor().login(ADMIN.email, ADMIN.password)).body.data
      return kontor().post('/customers', sent, { token, headers: { 'idempotency-key': 'weekly' } })
    }
    const first = await postWith(body)
    kontor().advance(KEPT_MS - HOUR_MS)
    await clearExpired(kontor().app.executor)
    const replay = await postWith(body)
    assert.deepEqual([replay.text, replay.headers['idempotent-replayed']], [first.text, 'true'])

    kontor().advance(2 * HOUR_MS)
    await clearExpired(kontor().app.executor)
    const fresh = await postWith({ name: 'Globex' })
    assert.deepEqual([fresh.status, fresh.headers['idempotent-replayed']], [201, undefined])
    assert.equal(await rowsIn(kontor(), 'customers'), 2)
  })
})

onEveryDatabase('A kept response belongs to the transaction of its request:', (kind) => {
  const kontor = kontorFor(kind)

  /** Keeps a response under a key of the administrator, as a request would. */
  async function keep(at: Kontor, key: string, failure?: Error): Promise<void> {
    const { id: userId } = await read(at, '/auth/me')
    const now = new Date().toISOString()
    const store = createStore(at.engine, [idempotentReplies])
    await store.write({ now, userId, ownOnly: () => false }, async (records) => {
      const ctx = {
        actor: { ...serviceActor, userId },
        permission: { can: [] },
        now,
        records,
        warn: () => assert.fail('Nothing is to be said.'),
      }
      await remember(ctx, { key, fingerprint: 'of some request' }, { status: 201, headers: {}, body: '{}' })
      if (failure) throw failure
    })
  }

  test('when the transaction is rolled back, the key is free', async () => {
    await assert.rejects(keep(kontor(), 'undone', new Error('power cut')), /power cut/)
    const answer = await kontor().post('/items', itemBody(), { headers: { 'idempotency-key': 'undone' } })
    assert.deepEqual([answer.status, answer.headers['idempotent-replayed']], [201, undefined])
  })

  test('when it is committed, the key is taken', async () => {
    await keep(kontor(), 'done')
    const answer = await kontor().post('/items', itemBody(), { headers: { 'idempotency-key': 'done' } })
    assertRefused(answer, 422, 'IDEMPOTENCY_KEY_REUSED')
  })
})
