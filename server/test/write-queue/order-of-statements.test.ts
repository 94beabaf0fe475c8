import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Query } from '../../src/db/engine.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { openKontor } from '../support/kontor.ts'

const ID = 'written first'

onEveryDatabase('The first statements of a transaction', (kind) => {
  test('reach the database in their order: a read finds what was written before it', async (context) => {
    const kontor = await openKontor(kind)
    context.after(() => kontor.close())
    const { builder } = kontor.engine
    const insert: Query = {
      ...builder.insertInto('commits').values({ id: ID }).compile(),
      ...{ name: 'insert commits', effect: 'write', table: 'commits' },
    }
    const read: Query = {
      ...builder.selectFrom('commits').select('id').where('id', '=', ID).compile(),
      ...{ effect: 'read', table: 'commits' },
    }
    const rows = await kontor.engine.write(async (connection) => {
      await connection.query(insert)
      return connection.query(read)
    })
    assert.deepEqual(rows, [[ID]])
  })
})
