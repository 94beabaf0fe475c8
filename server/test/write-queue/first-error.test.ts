import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Query } from '../../src/db/engine.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { openKontor } from '../support/kontor.ts'

const ID = 'twice'

onEveryDatabase('A buffered row that exists already', (kind) => {
  for (const [title, effect] of [
    ['a read of its table', { effect: 'read', table: 'commits' }],
    ['a statement that may do anything', {}],
  ] as const)
    test(`is reported as a duplicate, although it is written together with ${title}`, async (context) => {
      const kontor = await openKontor(kind)
      context.after(() => kontor.close())
      const { engine } = kontor
      const { builder } = engine
      const insert: Query = {
        ...builder.insertInto('commits').values({ id: ID }).compile(),
        ...{ name: 'insert commits', effect: 'insert', table: 'commits', columns: ['id'] },
        ...{ keys: [ID], rows: [[ID]] },
      }
      const read: Query = { ...builder.selectFrom('commits').select('id').compile(), ...effect }
      await engine.write((connection) => connection.query(insert))
      const again = engine.write(async (connection) => {
        await connection.query(insert)
        await connection.query(read)
      })
      await assert.rejects(again, (error) => engine.refusalOf(error)?.kind === 'duplicate')
    })
})
