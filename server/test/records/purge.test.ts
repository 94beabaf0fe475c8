import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clearExpired, PURGE_LIMIT } from '../../src/app/housekeeping.ts'
import type { Executor } from '../../src/core/command.ts'
import { idempotentReplies } from '../../src/core/execution/idempotency.ts'
import { wholeScope } from '../../src/core/store.ts'
import { createStore } from '../../src/db/store.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { type Kontor, kontorFor } from '../support/kontor.ts'
import { createItem, itemBody, rowsIn } from '../support/records.ts'

const TABLE = 'idempotent-replies'
const EXPIRED = 2.5 * PURGE_LIMIT

/** Adds replies that expired long ago. */
async function addExpired({ engine }: Kontor, count: number, expiresAt = '2020-01-01T00:00:00.000Z'): Promise<void> {
  const now = new Date().toISOString()
  const values = { fingerprint: 'any', status: 201, headers: {}, body: '{}', expiresAt }
  await createStore(engine, [idempotentReplies]).write(wholeScope(now), async (records) => {
    for (let index = 0; index < count; index++) await records.insert(idempotentReplies, values)
  })
}

/** An executor that does something after each of its transactions. */
const watched = ({ app }: Kontor, afterEach: () => Promise<unknown>): Executor => ({
  async execute(command) {
    const reply = await app.executor.execute(command)
    await afterEach()
    return reply
  },
})

onEveryDatabase('The purge of expired rows', (kind) => {
  const kontor = kontorFor(kind)

  test('deletes a limited number of rows per transaction, until all are gone', async () => {
    await addExpired(kontor(), EXPIRED)
    const left: number[] = []
    await clearExpired(watched(kontor(), async () => left.push(await rowsIn(kontor(), TABLE))))
    assert.deepEqual(left, [EXPIRED - PURGE_LIMIT, EXPIRED - 2 * PURGE_LIMIT, 0])
  })

  test('leaves rows that have not expired', async () => {
    const body = itemBody()
    const options = { headers: { 'idempotency-key': 'not expired' } }
    await kontor().post('/items', body, options)
    await addExpired(kontor(), 3)
    await clearExpired(kontor().app.executor)
    assert.equal(await rowsIn(kontor(), TABLE), 1)
    const repeated = await kontor().post('/items', body, options)
    assert.equal(repeated.headers['idempotent-replayed'], 'true')
  })

  test('goes one day beyond the oldest expired row, because the clock may be ahead for an hour', async () => {
    const before = await rowsIn(kontor(), TABLE)
    for (const time of ['01T00', '01T18', '03T00', '03T18']) await addExpired(kontor(), 1, `2020-01-${time}:00:00.000Z`)
    for (const left of [2, 0, 0]) {
      await clearExpired(kontor().app.executor)
      assert.equal(await rowsIn(kontor(), TABLE), before + left)
    }
  })

  test('lets other requests write between two of its transactions', async () => {
    const before = await rowsIn(kontor(), TABLE)
    await addExpired(kontor(), EXPIRED)
    let leftAfterWrite = 0
    const write = async () => {
      if (leftAfterWrite > 0) return
      await createItem(kontor())
      leftAfterWrite = await rowsIn(kontor(), TABLE)
    }
    await clearExpired(watched(kontor(), write))
    assert.equal(leftAfterWrite, before + EXPIRED - PURGE_LIMIT)
    assert.equal(await rowsIn(kontor(), TABLE), before)
  })

  test('stops after the current transaction when the server stops', async () => {
    const before = await rowsIn(kontor(), TABLE)
    await addExpired(kontor(), EXPIRED)
    const stopping = new AbortController()
    await clearExpired(
      watched(kontor(), async () => stopping.abort()),
      stopping.signal,
    )
    assert.equal(await rowsIn(kontor(), TABLE), before + EXPIRED - PURGE_LIMIT)
  })
})
