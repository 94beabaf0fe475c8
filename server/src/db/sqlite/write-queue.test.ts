import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, test } from 'node:test'
import {
  CLIENTS,
  COUNTERS,
  count,
  countAndRead,
  counterOf,
  createCounters,
  load,
  ROUNDS,
  SELECT,
  set,
  sumOf,
  TOO_LARGE,
  UPDATE,
} from '../../../test/support/counters.ts'
import type { Engine, WriteConnection } from '../engine.ts'
import { openSqlite } from './sqlite.ts'

/** Counts in transactions of its own, without any queue. */
const OTHER_PROCESS = `
  const { DatabaseSync } = require('node:sqlite')
  const database = new DatabaseSync(process.argv[1], { timeout: 30000 })
  for (let turn = 0; turn < ${COUNTERS}; turn++) {
    database.exec('BEGIN IMMEDIATE')
    const { value } = database.prepare(${JSON.stringify(SELECT)}).get('c' + turn)
    database.prepare(${JSON.stringify(UPDATE)}).run(value + 1, 'c' + turn)
    database.exec('COMMIT')
  }`

describe(`${CLIENTS} clients that write to one SQLite file`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-queue-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  let files = 0

  async function open(): Promise<{ file: string; engine: Engine }> {
    const file = join(folder, `${++files}.db`)
    const engine = openSqlite(file)
    await createCounters(engine)
    return { file, engine }
  }

  const asAllClients = <T>(engine: Engine, work: (connection: WriteConnection, turn: number) => Promise<T>) =>
    Promise.allSettled(
      Array.from({ length: CLIENTS }, (_, turn) => engine.write((connection) => work(connection, turn))),
    )

  test('lose no write', async () => {
    const { engine } = await open()
    assert.equal(await load(engine, 1), CLIENTS * ROUNDS)
    assert.equal(await sumOf(engine.reader), CLIENTS * ROUNDS)
    await engine.close()
  })

  for (const [title, options] of [
    ['while another engine writes to the same file', {}],
    ['while another engine writes and some requests read what is pending', { readsEach: 150 }],
  ] as const)
    test(`lose no write ${title}`, async () => {
      const { file, engine } = await open()
      const other = openSqlite(file)
      const [here, there] = await Promise.all([load(engine, 1, options), load(other, 7, options)])
      assert.equal(await sumOf(engine.reader), here + there)
      await Promise.all([engine.close(), other.close()])
    })

  test('lose no write while another process writes to the same file', async () => {
    const { file, engine } = await open()
    const other = spawn(process.execPath, ['-e', OTHER_PROCESS, file], { stdio: 'inherit' })
    const [counted, [code]] = await Promise.all([load(engine, 1), once(other, 'exit')])
    assert.equal(code, 0)
    assert.equal(await sumOf(engine.reader), counted + COUNTERS)
    await engine.close()
  })

  test('lose no write while the schema is changed', async () => {
    const { engine } = await open()
    const change = { sql: 'create table "others" ("id" text primary key)', parameters: [] }
    const changed = engine.changeSchema((connection) => connection.query(change))
    const [counted] = await Promise.all([load(engine, 1), changed])
    assert.equal(await sumOf(engine.reader), counted)
    assert.ok((await engine.tables(engine.reader)).includes('others'))
    await engine.close()
  })

  test('are acknowledged only when another connection sees the write', async () => {
    const { file, engine } = await open()
    const other = new DatabaseSync(file, { readOnly: true })
    const find = other.prepare(SELECT)
    const early: string[] = []
    const onAcknowledged = (id: string, value: number) => {
      if ((find.get(id) as { value: number }).value < value) early.push(`${id}: ${value}`)
    }
    await load(engine, 1, { readsEach: 150, onAcknowledged })
    assert.deepEqual(early, [])
    other.close()
    await engine.close()
  })

  test('each learn of their own constraint violation, and the other requests of the batch succeed', async () => {
    const { engine } = await open()
    const isTooLarge = (turn: number) => turn % 5 === 0
    const outcomes = await asAllClients(engine, (connection, turn) =>
      connection.query(set(counterOf(turn), isTooLarge(turn) ? TOO_LARGE : 1)),
    )
    for (const [turn, outcome] of outcomes.entries()) {
      assert.equal(outcome.status, isTooLarge(turn) ? 'rejected' : 'fulfilled', `request ${turn}`)
      if (outcome.status === 'rejected') assert.deepEqual(engine.refusalOf(outcome.reason), { kind: 'too-large' })
    }
    assert.equal(await sumOf(engine.reader), outcomes.filter(({ status }) => status === 'fulfilled').length)
    await engine.close()
  })

  test('see their own writes, and none of a request that failed', async () => {
    const { engine } = await open()
    const outcomes = await asAllClients(engine, async (connection, turn) => {
      const id = counterOf(turn % 7)
      if (turn % 3 === 0) await countAndRead(connection, id)
      else assert.equal((await count(connection, id)) + 1, await count(connection, id))
      if (turn % 4 === 0) throw new Error('no')
    })
    const kept = outcomes.filter(({ status }) => status === 'fulfilled').length
    assert.equal(kept, CLIENTS - CLIENTS / 4)
    assert.equal(await sumOf(engine.reader), kept * 2)
    await engine.close()
  })

  test('cannot write any more once their request has ended', async () => {
    const { engine } = await open()
    let ended: WriteConnection | undefined
    await engine.write(async (connection) => {
      ended = connection
      await count(connection, counterOf(0))
    })
    await assert.rejects(count(ended!, counterOf(0)), /has ended/)
    assert.equal(await sumOf(engine.reader), 1)
    await engine.close()
  })
})
