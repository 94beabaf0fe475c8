import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { type Kontor, kontorFor } from '../support/kontor.ts'
import { stopWrites } from '../support/stop-writes.ts'

/** More than may wait: 2,000, and the batch that is being written. */
const WRITERS = 2200
const BATCH_MAX = 64

/** On a slow machine the database may be stopped for longer than Kontor waits for it: then the round says nothing of reads. */
const ROUNDS_MAX = 5

onEveryDatabase('A server that gets more writes than it can carry out', (kind) => {
  const served = kontorFor(kind)

  /** Floods a server whose database commits nothing, and reads meanwhile. */
  async function flood(kontor: Kontor, round: number) {
    const goOn = await stopWrites(kontor.database)
    let refused = 0
    const writes = Array.from({ length: WRITERS }, async (_, index) => {
      const answer = await kontor.post('/items', { itemCode: `FLOOD-${round}-${index}`, itemName: 'Flood' })
      if (answer.status === 503) refused++
      return answer
    })
    try {
      while (refused < WRITERS - 2000 - BATCH_MAX) await new Promise((resolve) => setTimeout(resolve, 10))
      const reads = [(await kontor.get('root:healthz')).status, (await kontor.get('/items?perPage=1')).status]
      return { reads, writes }
    } finally {
      await goOn()
    }
  }

  test('refuses the rest with OVERLOADED and Retry-After, carries out those that it took, and goes on reading', async () => {
    const kontor = served()
    let taken = 0
    let isSlow = true
    for (let round = 0; isSlow && round < ROUNDS_MAX; round++) {
      const { reads, writes } = await flood(kontor, round)
      const answers = await Promise.all(writes)
      const others = answers.filter(({ status }) => status !== 201)
      for (const { status, body, headers } of others) {
        assert.ok(status === 503 && ['OVERLOADED', 'UNAVAILABLE'].includes(body.error.code), body.error?.code)
        assert.match(headers['retry-after']!, /^[1-9]\d*$/)
      }
      assert.ok(others.some(({ body }) => body.error.code === 'OVERLOADED'))
      taken += answers.length - others.length
      assert.equal((await kontor.get('/items?perPage=1')).body.meta.total, taken)
      isSlow = others.some(({ body }) => body.error.code === 'UNAVAILABLE')
      if (!isSlow) assert.deepEqual(reads, [200, 200])
    }
    assert.ok(!isSlow, `in none of ${ROUNDS_MAX} rounds was the database stopped shortly enough`)
  })
})
