import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import type { Engine } from '../src/db/engine.ts'
import { migrate } from '../src/db/migrate.ts'
import { openEngine } from '../src/db/open.ts'
import type { Migration } from '../src/db/schema-change.ts'
import { databaseKinds, type TestDatabase } from './support/databases.ts'
import { hasPgBouncer, startPgBouncer } from './support/pgbouncer.ts'
import { eventually } from './support/raw-http.ts'

const served = databaseKinds.find(({ name }) => name === 'PostgreSQL')
const NOW = '2026-11-16T00:00:00.000Z'
/** Of PgBouncer: one for the lock, one for the index, and others. */
const SESSIONS = 4
const LOCK_WAITS = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

describe('A schema change on PostgreSQL', { skip: !served && 'there is no PostgreSQL here' }, () => {
  let database: TestDatabase
  let engine: Engine
  let other: pg.Client
  before(async () => {
    database = await served!.create()
    const url = new URL(database.environment.DATABASE_URL!)
    other = new pg.Client({ connectionString: url.href })
    await other.connect()
    await other.query('create table things (name text)')
    // Ordinary statements may take 300 ms here instead of 30 s, so that the test need not wait so long.
    url.searchParams.set('options', '-c statement_timeout=300ms -c lock_timeout=300ms')
    engine = await openEngine(url.href, database.environment.KONTOR_DATA)
  })
  after(async () => {
    await other?.end()
    await engine?.close()
    await database?.drop()
  })

  const applied: Migration[] = []
  /** Applies one more migration that consists of this statement. */
  const apply = (name: string, sql: string) => {
    applied.push({ name, up: (schema) => schema.run({ compile: () => ({ sql, parameters: [] }) }) })
    return migrate(engine, NOW, applied)
  }

  test('may take longer than the time limit of statements', async () => {
    await assert.rejects(engine.write((connection) => connection.query({ sql: 'select pg_sleep(1)', parameters: [] })))
    assert.deepEqual(await apply('0001-slow', 'select pg_sleep(1)'), ['0001-slow'])
  })

  test('waits for the schema change of another process, however long that takes', async () => {
    const begun = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const first = engine.changeSchema(async () => {
      begun.resolve()
      await gate.promise
    })
    await begun.promise
    const second = apply('0002-waits', 'alter table things add column second text')
    await eventually(async () => (await other.query(LOCK_WAITS)).rowCount || undefined)
    await other.query('select pg_sleep(1)')
    gate.resolve()
    await first
    assert.deepEqual(await second, ['0002-waits'])
  })

  test('gives way to other statements while a table is in use, and tries again', async () => {
    await other.query('begin; select * from things')
    const change = apply('0003-in-use', 'alter table things add column third text')
    await eventually(async () => (await other.query(LOCK_WAITS)).rowCount || undefined)
    await eventually(async () => (await other.query(LOCK_WAITS)).rowCount === 0 || undefined)
    await other.query('commit')
    assert.deepEqual(await change, ['0003-in-use'])
  })

  const columns = ['name']
  const withIndex = (name: string, table: string): Migration => ({
    name,
    indexesAhead: [{ table, columns }],
    up: (schema) => schema.createIndex(table, ...columns),
  })
  const VALID = `select 1 from pg_index where indexrelid = 'parts_name_index'::regclass and indisvalid`

  test('builds an index on a large table without blocking writers', async () => {
    await other.query('create table parts (id text, name text)')
    await other.query("begin; insert into parts values ('1', 'first')")
    const writer = new pg.Client({ connectionString: database.environment.DATABASE_URL! })
    await writer.connect()
    applied.push(withIndex('0004-index', 'parts'))
    const change = migrate(engine, NOW, applied)
    await eventually(async () => (await writer.query(LOCK_WAITS)).rowCount || undefined)
    await writer.query("set lock_timeout = '500ms'; insert into parts values ('2', 'second')")
    await writer.end()
    await other.query('commit')
    assert.deepEqual(await change, ['0004-index'])
    assert.equal((await other.query(VALID)).rowCount, 1)
  })

  test('builds an index anew whose build was killed', async () => {
    await other.query("delete from migrations where name = '0004-index'")
    await other.query(`update pg_index set indisvalid = false where indexrelid = 'parts_name_index'::regclass`)
    assert.equal((await other.query(VALID)).rowCount, 0)
    assert.deepEqual(await migrate(engine, NOW, applied), ['0004-index'])
    assert.equal((await other.query(VALID)).rowCount, 1)
  })

  test('drops an index whose build was killed without blocking other statements', async () => {
    await other.query("delete from migrations where name = '0004-index'")
    await other.query(`update pg_index set indisvalid = false where indexrelid = 'parts_name_index'::regclass`)
    await other.query('begin; select * from parts')
    const reader = new pg.Client({ connectionString: database.environment.DATABASE_URL! })
    await reader.connect()
    const change = migrate(engine, NOW, applied)
    try {
      await eventually(async () => (await reader.query(LOCK_WAITS)).rowCount || undefined)
      await reader.query("set lock_timeout = '500ms'; select * from parts; insert into parts values ('3', 'third')")
    } finally {
      await reader.end()
      await other.query('commit')
    }
    assert.deepEqual(await change, ['0004-index'])
    assert.equal((await other.query(VALID)).rowCount, 1)
  })

  test('leaves no setting in the sessions of PgBouncer when it builds an index', {
    skip: !hasPgBouncer() && 'PgBouncer is not installed',
  }, async () => {
    await other.query(`alter role current_user in database "${other.database}" set statement_timeout = '7min'`)
    await other.query('create table bolts (id text, name text)')
    const bouncer = await startPgBouncer(database.environment.DATABASE_URL!, SESSIONS)
    const behind = await openEngine(bouncer.url, database.environment.KONTOR_DATA)
    try {
      applied.push(withIndex('0005-pooled', 'bolts'))
      assert.deepEqual(await migrate(behind, NOW, applied), ['0005-pooled'])
      const clients = Array.from({ length: SESSIONS }, () => new pg.Client({ connectionString: bouncer.url }))
      const setting = { text: `begin; select current_setting('statement_timeout')`, rowMode: 'array' } as const
      const seen = await Promise.all(
        clients.map(async (client) => {
          await client.connect()
          return client.query(setting) as unknown as Promise<pg.QueryArrayResult[]>
        }),
      )
      await Promise.all(clients.map((client) => client.end()))
      assert.deepEqual(
        seen.map((results) => results[1]!.rows),
        Array(SESSIONS).fill([['7min']]),
      )
    } finally {
      await behind.close()
      await bouncer.stop()
    }
  })
})
