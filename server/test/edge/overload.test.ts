import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { stopWrites } from '../support/stop-writes.ts'

/** More than may wait: 2,000, and the batch that is being written. */
const WRITERS = 2200
const BATCH_MAX = 64

onEveryDatabase('A server that gets more writes than it can carry out', (kind) => {
  const served = kontorFor(kind)

  test('refuses the rest with OVERLOADED and Retry-After, and carries out those that it took', async () => {
    const kontor = served()
    const goOn = await stopWrites(kontor.database)
    let refused = 0
    const codes = Array.from({ length: WRITERS }, (_, index) => `FLOOD-${index}`)
    const writes = codes.map(async (itemCode) => {
      const answer = await kontor.post('/items', { itemCode, itemName: 'Flood' })
      if (answer.status === 503) refused++
      return answer
    })
    try {
      while (refused < WRITERS - 2000 - BATCH_MAX) await new Promise((resolve) => setTimeout(resolve, 10))
      for (const path of ['root:healthz', '/items?perPage=1']) {
        const { status, body } = await kontor.get(path)
        // On a slow machine the database is stopped for longer than Kontor waits for it.
        assert.ok(status === 200 || body.error.code === 'UNAVAILABLE', `${path}: ${status}`)
      }
    } finally {
      await goOn()
    }
    const answers = await Promise.all(writes)
    const others = answers.filter(({ status }) => status !== 201)
    for (const { status, body, headers } of others) {
      // On a slow machine the database is stopped for longer than Kontor waits for it.
      assert.ok(status === 503 && ['OVERLOADED', 'UNAVAILABLE'].includes(body.error.code), body.error?.code)
      assert.match(headers['retry-after']!, /^[1-9]\d*$/)
    }
    assert.ok(others.some(({ body }) => body.error.code === 'OVERLOADED'))
    const taken = answers.length - others.length
    assert.equal((await kontor.get('/items?perPage=1')).body.meta.total, taken)
  })
})
