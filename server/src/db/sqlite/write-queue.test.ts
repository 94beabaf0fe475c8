import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, test } from 'node:test'
import type { Worker } from 'node:worker_threads'
import type { Connection, Engine, Query } from '../engine.ts'
import { openSqlite } from './sqlite.ts'

const CLIENTS = 64
const ROUNDS = 100
/** Few enough that several requests of a batch want the same one, many enough that most do not. */
const COUNTERS = 100

const read = 'select "id", "value" from "counters" where "id" = ?'
const lockOf = (id: string): Query => ({
  sql: read,
  parameters: [id],
  effect: 'lock',
  table: 'counters',
  keys: [id],
  rows: 'all',
})
const writeOf = (id: string, value: number): Query => ({
  sql: 'update "counters" set "value" = ? where "id" = ?',
  parameters: [value, id],
  effect: 'write',
  table: 'counters',
  keys: [id],
  rows: [[id, value]],
})

/** Reads a number and writes the next one: a stale read loses a count. */
async function count(connection: Connection, id: string): Promise<number> {
  const [row] = await connection.query(lockOf(id))
  const next = (row![1] as number) + 1
  await connection.query(writeOf(id, next))
  return next
}

const counterOf = (turn: number) => `c${turn % COUNTERS}`

async function sum(engine: Engine): Promise<number> {
  const [row] = await engine.reader.query({ sql: 'select sum("value") from "counters"', parameters: [] })
  return row![0] as number
}

describe(`${CLIENTS} clients that write to one SQLite file`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-group-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  let files = 0

  async function open(): Promise<{ file: string; engine: Engine }> {
    const file = join(folder, `${++files}.db`)
    const engine = openSqlite(file)
    await engine.changeSchema(async (connection) => {
      const create =
        'create table "counters" ("id" text primary key, "value" integer not null check ("value" < 1000000))'
      await connection.query({ sql: create, parameters: [] })
      await connection.query({ sql: 'create table "commits" ("id" text primary key)', parameters: [] })
      for (let turn = 0; turn < COUNTERS; turn++)
        await connection.query({ sql: 'insert into "counters" values (?, 0)', parameters: [counterOf(turn)] })
    })
    return { file, engine }
  }

  /**
   * Each client writes again and again, to another counter every time. One request in `twice` counts two times, and so
   * has to read its own write.
   */
  async function load(
    engine: Engine,
    stride: number,
    { twice = Number.POSITIVE_INFINITY, onAcknowledged = (_id: string, _value: number) => {} } = {},
  ): Promise<number> {
    let counted = 0
    await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        for (let round = 0; round < ROUNDS; round++) {
          const times = (client + round * CLIENTS) % twice === 0 ? 2 : 1
          const id = counterOf(client + round * stride)
          let value = 0
          await engine.write(async (connection) => {
            for (let time = 0; time < times; time++) value = await count(connection, id)
          })
          counted += times
          onAcknowledged(id, value)
        }
      }),
    )
    return counted
  }

  test('lose no write', async () => {
    const { engine } = await open()
    const counted = await load(engine, 1)
    assert.equal(await sum(engine), counted)
    await engine.close()
  })

  for (const [title, twice] of [
    ['while another engine writes to the same file', undefined],
    ['while another engine writes and some requests read their own writes', 150],
  ] as const)
    test(`lose no write ${title}`, async () => {
      const { file, engine } = await open()
      const other = openSqlite(file)
      const options = twice === undefined ? {} : { twice }
      const [here, there] = await Promise.all([load(engine, 1, options), load(other, 7, options)])
      assert.equal(await sum(engine), here + there)
      await Promise.all([engine.close(), other.close()])
    })

  test('are acknowledged only when another connection sees the write, although every thread is terminated', async () => {
    const { file, engine } = await open()
    const threads: Worker[] = []
    const remember = (thread: Worker) => void threads.push(thread)
    process.on('worker', remember)
    const other = new DatabaseSync(file, { readOnly: true })
    const find = other.prepare(read)
    const early: string[] = []
    let acknowledged = 0
    let counted = 0
    try {
      for (let time = 0; time < 3; time++)
        counted += await load(engine, 1, {
          onAcknowledged(id, value) {
            if ((find.get(id) as { value: number }).value < value) early.push(`${id}: ${value}`)
            if (++acknowledged % 1000 === 0) for (const thread of threads.splice(0)) void thread.terminate()
          },
        })
      assert.deepEqual(early, [])
      assert.equal(await sum(engine), counted)
    } finally {
      process.off('worker', remember)
      other.close()
      await engine.close()
    }
  })

  test('each learn of their own constraint violation, and the other requests of the batch succeed', async () => {
    const { engine } = await open()
    await load(engine, 1)
    const isTooLarge = (turn: number) => turn % 5 === 0
    const outcomes = await Promise.allSettled(
      Array.from({ length: CLIENTS }, (_, turn) =>
        engine.write(async (connection) => {
          await connection.query(writeOf(counterOf(turn), isTooLarge(turn) ? 1_000_000 : 0))
        }),
      ),
    )
    for (const [turn, { status }] of outcomes.entries())
      assert.equal(status, isTooLarge(turn) ? 'rejected' : 'fulfilled', `request ${turn}`)
    await engine.close()
  })

  test('read their own writes, and none of a request that failed', async () => {
    const { engine } = await open()
    await load(engine, 1)
    const before = await sum(engine)
    const outcomes = await Promise.allSettled(
      Array.from({ length: CLIENTS }, (_, turn) =>
        engine.write(async (connection) => {
          const first = await count(connection, counterOf(turn))
          if (turn % 3 === 0) assert.equal(await count(connection, counterOf(turn)), first + 1)
          if (turn % 4 === 0) throw new Error('no')
        }),
      ),
    )
    const kept = outcomes.flatMap(({ status }, turn) => (status === 'rejected' ? [] : [turn % 3 === 0 ? 2 : 1]))
    assert.equal(kept.length, CLIENTS - CLIENTS / 4)
    assert.equal(await sum(engine), before + kept.reduce((total, count) => total + count, 0))
    await engine.close()
  })
})
