import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { Scribe } from './scribe.ts'
import { SqliteConnection } from './sqlite-connection.ts'

describe('The thread that carries out what was decided', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-scribe-'))
  const file = join(folder, 'kontor.db')
  const connection = SqliteConnection.forWriting(file)
  connection.exec('create table "words" ("word" text primary key)')
  const scribe = new Scribe(file)
  after(async () => {
    await scribe.close()
    connection.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const insert = (...words: string[]) =>
    words.map((word) => ({ sql: 'insert into "words" values (?)', parameters: [word] }))
  const words = () => connection.run({ sql: 'select "word" from "words" order by "word"', parameters: [] }).flat()
  const up = async () => {
    while (!scribe.wake()) await setImmediate()
  }

  test('does all of it or nothing, and says so', async () => {
    await up()
    assert.equal((await scribe.begin()).kind, 'done')
    assert.equal((await scribe.commit(insert('one', 'two'))).kind, 'done')
    assert.equal((await scribe.commit(insert('three', 'one'))).kind, 'refused')
    assert.equal((await scribe.end()).kind, 'done')
    assert.deepEqual(words(), ['one', 'two'])
  })

  test('does nothing once somebody else has written', async () => {
    await scribe.begin()
    connection.exec(`insert into "words" values ('other')`)
    assert.equal((await scribe.commit(insert('late'))).kind, 'outdated')
    assert.equal((await scribe.end()).kind, 'outdated')
    assert.deepEqual(words(), ['one', 'other', 'two'])
  })

  test('keeps every letter of a text', async () => {
    const odd = ['', ' \u0000x', '"\\/', 'ä€𝄞', '\u2028']
    await scribe.begin()
    assert.equal((await scribe.commit(insert(...odd))).kind, 'done')
    assert.ok(odd.every((word) => words().includes(word)))
  })

  test('leaves nobody waiting when it ends, and gets up again', async () => {
    await scribe.begin()
    const [{ kind }] = await Promise.all([scribe.commit(insert('last')), scribe.close()])
    assert.ok(kind === 'gone' || kind === 'done', kind)
    assert.equal((await scribe.commit(insert('after the last'))).kind, 'gone')
    await up()
    await scribe.begin()
    assert.equal((await scribe.commit(insert('again'))).kind, 'done')
    assert.ok(words().includes('again'))
  })
})
