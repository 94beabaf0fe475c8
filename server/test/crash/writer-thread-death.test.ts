import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { startWriter } from '../../src/app/writer/start-writer.ts'
import { databaseKinds } from '../support/databases.ts'
import { type Answer, openKontor } from '../support/kontor.ts'

const CLIENTS = 64
const DEATHS = 5
/** Differs from one death to the next, so that the thread dies at other points of its work. */
const acknowledgedBefore = (death: number) => 100 + 37 * death

describe('A writer thread that is terminated under load', () => {
  for (let death = 0; death < DEATHS; death++)
    test(`has acknowledged nothing that another connection cannot see (${death + 1} of ${DEATHS})`, async () => {
      const threads: Worker[] = []
      const remember = (thread: Worker) => void threads.push(thread)
      process.on('worker', remember)
      const deaths: unknown[] = []
      const kontor = await openKontor(databaseKinds[0]!, {
        startWriter: (config) => startWriter(config, (error) => deaths.push(error)),
      })
      process.off('worker', remember)
      assert.equal(threads.length, 1)
      const other = new DatabaseSync(join(kontor.database.environment.KONTOR_DATA, 'kontor.db'), { readOnly: true })
      const find = other.prepare('select 1 from "items" where "id" = ?')
      const findCode = other.prepare('select 1 from "items" where "itemCode" = ?')
      const unseen: string[] = []
      const refused: { itemCode: string; answer: Answer }[] = []
      let acknowledged = 0
      let isTerminated = false
      try {
        await Promise.all(
          Array.from({ length: CLIENTS }, async (_, client) => {
            for (let count = 0; !isTerminated; count++) {
              const itemCode = `T-${client}-${count}`
              const answer = await kontor.post('/items', { itemCode, itemName: 'Nut' })
              if (answer.status !== 201) refused.push({ itemCode, answer })
              else if (!find.get(answer.body.data.id)) unseen.push(answer.body.data.id)
              if (++acknowledged === acknowledgedBefore(death)) {
                isTerminated = true
                await threads[0]!.terminate()
              }
            }
          }),
        )
        assert.deepEqual(unseen, [])
        assert.equal(deaths.length, 1)
        const late = { itemCode: 'LATE', answer: await kontor.post('/items', { itemCode: 'LATE', itemName: 'Nut' }) }
        for (const { itemCode, answer } of [...refused, late]) {
          const { code } = answer.body.error
          assert.deepEqual([answer.status, answer.headers['retry-after']], [503, undefined])
          assert.ok(code === 'UNAVAILABLE' || (code === 'OUTCOME_UNKNOWN' && itemCode !== 'LATE'), answer.text)
          if (code === 'UNAVAILABLE') assert.equal(findCode.get(itemCode), undefined, itemCode)
        }
      } finally {
        other.close()
        await kontor.close()
      }
    })
})
