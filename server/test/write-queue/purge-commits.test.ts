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
    const count = async () => {
      const select = builder.selectFrom('commits').select(({ fn }) => fn.countAll().as('count'))
      return Number((await engine.reader.query(select.compile()))[0]![0])
    }
    const now = Date.now()
    const old = Array.from({ length: 2500 }, (_, index) => ({ id: `${firstCommitIdAt(now - 2 * HOUR_MS)}${index}` }))
    const insert = builder.insertInto('commits').values(old)
    await engine.write((connection) => connection.query({ ...insert.compile(), effect: 'write', table: 'commits' }))
    await createItem(kontor)
    const before = await count()
    await purgeCommits(engine, now)
    assert.equal(before - (await count()), 2500 - 3) // three transactions deleted them, and have a row each
    await kontor.close()
  })
})
