import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import pg from 'pg'
import { databaseKinds } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'

const DEADLOCK = '40P01'
const SERIALISATION_FAILURE = '40001'

const served = databaseKinds.find(({ name }) => name === 'PostgreSQL')

describe('A write whose transaction PostgreSQL aborts each time', { skip: !served && 'there is no PostgreSQL' }, () => {
  const kontor = kontorFor(served!)

  for (const code of [DEADLOCK, SERIALISATION_FAILURE])
    test(`is answered with 503 and Retry-After after the last attempt: ${code}`, async () => {
      const client = new pg.Client({ connectionString: kontor().database.environment.DATABASE_URL! })
      await client.connect()
      await client.query(`create or replace function abort() returns trigger language plpgsql
        as $$ begin raise exception using errcode = '${code}'; end $$`)
      await client.query('create or replace trigger abort before insert on items execute function abort()')
      const { status, body, headers } = await kontor().post('/items', { itemCode: code, itemName: 'Anvil' })
      assert.deepEqual([status, body.error.code], [503, 'UNAVAILABLE'])
      assert.ok(Number(headers['retry-after']) > 0)
      await client.query('drop trigger abort on items')
      await client.end()
      assert.equal((await kontor().post('/items', { itemCode: code, itemName: 'Anvil' })).status, 201)
    })
})
