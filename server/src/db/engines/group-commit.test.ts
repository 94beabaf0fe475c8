import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import type { Connection, Engine } from '../engine.ts'
import { openSqlite } from './sqlite.ts'

const CROWD = 64
const ROUNDS = 100
/** Few enough that several of one moment want the same, many enough that most do not. */
const COUNTERS = 100

const read = 'select "value" from "counters" where "id" = ?'
const write = 'update "counters" set "value" = ? where "id" = ?'

/** Reads a number and writes the next one: whoever relies on what is not true any more loses one. */
async function count(connection: Connection, id: string): Promise<number> {
  const [row] = await connection.query({ sql: read, parameters: [id] })
  const next = (row![0] as number) + 1
  await connection.query({ sql: write, parameters: [next, id] })
  return next
}

const counterOf = (turn: number) => `c${turn % COUNTERS}`

async function sum(engine: Engine): Promise<number> {
  const [row] = await engine.reader.query({ sql: 'select sum("value") from "counters"', parameters: [] })
  return row![0] as number
}

describe('Crowds who write to one file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-crowd-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  let files = 0

  async function open(): Promise<{ file: string; engine: Engine }> {
    const file = join(folder, `${++files}.db`)
    const engine = openSqlite(file)
    await engine.write(async (connection) => {
      const create =
        'create table "counters" ("id" text primary key, "value" integer not null check ("value" < 1000000))'
      await connection.query({ sql: create, parameters: [] })
      for (let turn = 0; turn < COUNTERS; turn++)
        await connection.query({ sql: 'insert into "counters" values (?, 0)', parameters: [counterOf(turn)] })
    })
    return { file, engine }
  }

  /**
   * Each of the crowd comes again and again, and wishes for another counter every time. One in so many counts twice at
   * once, and so has to see what he has written.
   */
  async function rush(engine: Engine, stride: number, twice = Number.POSITIVE_INFINITY): Promise<number> {
    let counted = 0
    await Promise.all(
      Array.from({ length: CROWD }, async (_, member) => {
        for (let round = 0; round < ROUNDS; round++) {
          const times = (member + round * CROWD) % twice === 0 ? 2 : 1
          await engine.write(async (connection) => {
            for (let time = 0; time < times; time++) await count(connection, counterOf(member + round * stride))
          })
          counted += times
        }
      }),
    )
    return counted
  }

  test('lose nothing, though each decides while the one before is being written', async () => {
    const { engine } = await open()
    const counted = await rush(engine, 1)
    assert.equal(await sum(engine), counted)
    await engine.close()
  })

  for (const [title, twice] of [
    ['when another process writes there too', undefined],
    ['then, though some have to see what they have written', 150],
  ] as const)
    test(`lose nothing ${title}`, async () => {
      const { file, engine } = await open()
      const other = openSqlite(file)
      const [here, there] = await Promise.all([rush(engine, 1, twice), rush(other, 7, twice)])
      assert.equal(await sum(engine), here + there)
      await Promise.all([engine.close(), other.close()])
    })

  test('are refused one by one for what the database does not take', async () => {
    const { engine } = await open()
    await rush(engine, 1)
    const tooLarge = (turn: number) => turn % 5 === 0
    const outcomes = await Promise.allSettled(
      Array.from({ length: CROWD }, (_, turn) =>
        engine.write(async (connection) => {
          const parameters = [tooLarge(turn) ? 1_000_000 : 0, counterOf(turn)]
          await connection.query({ sql: write, parameters })
        }),
      ),
    )
    for (const [turn, { status }] of outcomes.entries())
      assert.equal(status, tooLarge(turn) ? 'rejected' : 'fulfilled', `turn ${turn}`)
    await engine.close()
  })

  test('see what they have written themselves, and nothing of whoever failed', async () => {
    const { engine } = await open()
    await rush(engine, 1)
    const before = await sum(engine)
    const outcomes = await Promise.allSettled(
      Array.from({ length: CROWD }, (_, turn) =>
        engine.write(async (connection) => {
          const first = await count(connection, counterOf(turn))
          if (turn % 3 === 0) assert.equal(await count(connection, counterOf(turn)), first + 1)
          if (turn % 4 === 0) throw new Error('no')
        }),
      ),
    )
    const kept = outcomes.flatMap(({ status }, turn) => (status === 'rejected' ? [] : [turn % 3 === 0 ? 2 : 1]))
    assert.equal(kept.length, CROWD - CROWD / 4)
    assert.equal(await sum(engine), before + kept.reduce((total, count) => total + count, 0))
    await engine.close()
  })
})
