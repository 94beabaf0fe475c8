import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstCommitIdAt } from '../../src/db/ids.ts'
import { purgeCommits } from '../../src/db/write-queue/purge-commits.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { openKontor } from '../support/kontor.ts'
import { createItem } from '../support/records.ts'

const HOUR_MS = 3_600_000

onEveryDatabase('The rows of commits', (kind) => {
  test('are deleted after an hour, a thousand at a time, and later ones stay', async () => {
    const kontor = await openKontor(kind)
    const { engine } = kontor
    const { builder } = engine
    const ids = async () => {
      const rows = await engine.reader.query(builder.selectFrom('commits').select('id').compile())
      return new Set(rows.map(([id]) => id))
    }
    const now = Date.now()
    const old = Array.from({ length: 2500 }, (_, index) => ({ id: `${firstCommitIdAt(now - 2 * HOUR_MS)}${index}` }))
    const insert = builder.insertInto('commits').values(old)
    await engine.write((connection) => connection.query({ ...insert.compile(), effect: 'write', table: 'commits' }))
    await createItem(kontor)
    const before = await ids()
    await purgeCommits(engine, now)
    const after = await ids()
    // In a long run of tests, the database that this one is copied from was made more than an hour ago.
    const expired = [...before].filter((id) => String(id) < firstCommitIdAt(now - HOUR_MS))
    assert.deepEqual(before.difference(after), new Set(expired))
    assert.ok(old.every(({ id }) => expired.includes(id)))
    const added = after.difference(before).size // each transaction leaves a row, also those of others meanwhile
    assert.ok(added >= 3, `${added} transactions`)
    await kontor.close()
  })
})
