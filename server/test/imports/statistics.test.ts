import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { openKontor } from '../support/kontor.ts'
import { sameDatabase } from '../support/same-database.ts'
import { analyzedAmong } from '../support/statistics.ts'
import { csvOf, imported } from './importing.ts'

const FEW = 1000
const MANY = FEW + 1
const csv = (rows: number, prefix: string) =>
  csvOf(['itemCode', 'itemName'], ...Array.from({ length: rows }, (_, index) => [`${prefix}-${index}`, 'Washer']))

onEveryDatabase('A finished import', (kind) => {
  if (kind.name === 'SQLite')
    test('gathers no statistics on the embedded database, whose plans do not depend on them', async () => {
      const kontor = await openKontor(kind)
      assert.equal(kontor.engine.analyze, undefined)
      await kontor.close()
    })
  else
    describe('makes PostgreSQL gather statistics', () => {
      const same = sameDatabase(kind)
      const tables = ['items', 'postings', 'terms']
      /** Closing the server waits for all work on imports. */
      const analyzedAfter = async (rows: number, more: object = {}) => {
        const first = await openKontor(same)
        const job = await imported(first, csv(rows, `S${rows}`), more)
        assert.equal(job.processed, rows, JSON.stringify(job.errors))
        await first.close()
        const second = await openKontor(same)
        const analyzed = await analyzedAmong(second.engine, tables)
        await second.close()
        return analyzed
      }

      test('not if it has written 1,000 records, or none because it was a dry run', async () => {
        assert.deepEqual(await analyzedAfter(FEW), [])
        assert.deepEqual(await analyzedAfter(MANY, { dryRun: true }), [])
      })

      test('if it has written more than 1,000 records', async () => {
        assert.deepEqual(await analyzedAfter(MANY), tables)
      })
    })
})
