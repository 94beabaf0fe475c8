import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { randomFrom } from '../../server/test/support/random.ts'
import { buildShim, shimMissing } from './build.ts'
import { FaultControl } from './control.ts'
import { Disk } from './disk.ts'
import { CUTS, type Cut } from './disk-file.ts'
import { readTrace } from './trace.ts'

const missing = shimMissing()
const SYNC_FOLDER = `{ const f = fs.openSync('.', 'r'); fs.fsyncSync(f); fs.closeSync(f) }`

describe('The shim in front of the disk', { skip: missing ?? false }, () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'kontor-shim-')))
  let shim = ''
  before(() => {
    shim = buildShim(folder)
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  let places = 0
  function newPlace(): string {
    const place = join(folder, `${++places}`)
    mkdirSync(join(place, 'data'), { recursive: true })
    return place
  }

  /** Runs a script of Node in a folder that is watched, and returns what it prints. */
  function run(script: string, place: string, environment: Record<string, string>): string {
    const cwd = join(place, 'data')
    const code = `const fs = require('node:fs'); const { DatabaseSync } = require('node:sqlite'); ${script}`
    const env = { LD_PRELOAD: shim, FAULTS_FOLDER: cwd, ...environment }
    const { stdout, stderr, status } = spawnSync(process.execPath, ['-e', code], { cwd, env, encoding: 'utf8' })
    assert.equal(status, 0, stderr)
    return stdout
  }

  /** Returns what a power cut at the end of a script leaves of a file. */
  function trace(script: string, prepare?: string) {
    const place = newPlace()
    const data = join(place, 'data')
    const traceFile = join(place, 'trace')
    if (prepare) run(prepare, place, {})
    const disk = new Disk(data)
    run(script, place, { FAULTS_TRACE: traceFile })
    for (const record of readTrace(readFileSync(traceFile))) disk.apply(record)
    return (name: string, cut: Cut = 'lost', seed = 1): string | undefined => {
      disk.write(data, cut, randomFrom(seed))
      return existsSync(join(data, name)) ? readFileSync(join(data, name), 'utf8') : undefined
    }
  }

  const seeds = (count: number) => Array.from({ length: count }, (_, seed) => seed)

  test('a power cut keeps data that was synced, and loses data that was written after the last sync', () => {
    const prepare = `fs.writeFileSync('a', 'old')`
    const write = `const f = fs.openSync('a', 'r+'); fs.writeSync(f, 'new', 0)`
    assert.equal(trace(write, prepare)('a'), 'old')
    assert.equal(trace(`${write}; fs.fsyncSync(f)`, prepare)('a'), 'new')
    const more = `${write}; fs.fdatasyncSync(f); fs.writeSync(f, 'lost', 3); fs.ftruncateSync(f, 1)`
    assert.equal(trace(more, prepare)('a'), 'new')
  })

  test('a power cut loses a new name, a rename and a removal until the folder is synced', () => {
    const create = `const f = fs.openSync('a', 'w'); fs.writeSync(f, 'text'); fs.fsyncSync(f)`
    assert.equal(trace(create)('a'), undefined)
    const created = `${create}; ${SYNC_FOLDER}`
    assert.equal(trace(created)('a'), 'text')
    const renamed = trace(`${created}; fs.renameSync('a', 'b')`)
    assert.deepEqual([renamed('a'), renamed('b')], ['text', undefined])
    const synced = trace(`${created}; fs.renameSync('a', 'b'); ${SYNC_FOLDER}`)
    assert.deepEqual([synced('a'), synced('b')], [undefined, 'text'])
    assert.equal(trace(`${created}; fs.rmSync('a')`)('a'), 'text')
    assert.equal(trace(`${created}; fs.rmSync('a'); ${SYNC_FOLDER}`)('a'), undefined)
  })

  test('a new name whose data was not synced is an empty file after a power cut', () => {
    assert.equal(trace(`fs.writeFileSync('a', 'text'); ${SYNC_FOLDER}`)('a'), '')
  })

  test('a power cut may keep any of the writes that were not synced', () => {
    const script = `const f = fs.openSync('a', 'r+'); fs.writeSync(f, '1', 0); fs.writeSync(f, '2', 1)`
    const cut = trace(script, `fs.writeFileSync('a', '..')`)
    assert.deepEqual(new Set(seeds(40).map((seed) => cut('a', 'some', seed))), new Set(['..', '.2', '1.', '12']))
  })

  test('a power cut may tear a write between sectors of 512 bytes', () => {
    const script = `const f = fs.openSync('a', 'r+'); fs.writeSync(f, 'x'.repeat(1024), 0)`
    const cut = trace(script, `fs.writeFileSync('a', '.'.repeat(1024))`)
    const left = new Set(seeds(40).map((seed) => cut('a', 'torn', seed)))
    const sector = (character: string) => character.repeat(512)
    for (const kept of ['..', 'x.', '.x', 'xx']) assert.ok(left.has(sector(kept[0]!) + sector(kept[1]!)), kept)
    assert.equal(left.size, 4)
  })

  /** Commits that SQLite had acknowledged and that are gone after one of many cuts; throws if the file is damaged. */
  function commitsLost(mode: string, synchronous: string): number {
    const place = newPlace()
    const data = join(place, 'data')
    const script = `const db = new DatabaseSync('a.db')
      db.exec('PRAGMA journal_mode=${mode}; PRAGMA synchronous=${synchronous}; PRAGMA wal_autocheckpoint=10')
      db.exec('create table t (x)')
      for (let n = 1; n <= 30; n++) {
        db.exec('insert into t values (zeroblob(3000))')
        console.log(fs.statSync('../trace').size)
      }`
    const disk = new Disk(data)
    const commits = run(script, place, { FAULTS_TRACE: join(place, 'trace') })
      .trim()
      .split('\n')
      .map(Number)
    const random = randomFrom(1)
    let lost = 0
    for (const record of readTrace(readFileSync(join(place, 'trace')))) {
      disk.apply(record)
      const acknowledged = commits.filter((at) => at <= record.end).length
      if (acknowledged === 0 || random() < 0.8) continue
      disk.write(data, CUTS[Math.floor(random() * CUTS.length)]!, random)
      using database = new DatabaseSync(join(data, 'a.db'))
      assert.deepEqual({ ...database.prepare('PRAGMA integrity_check').get() }, { integrity_check: 'ok' })
      const { count } = database.prepare('select count(*) count from t').get() as { count: number }
      assert.ok(count <= acknowledged + 1, `${count} of ${acknowledged}`)
      lost += Math.max(0, acknowledged - count)
    }
    return lost
  }

  test('SQLite loses no acknowledged commit at any cut with the settings of Kontor', () => {
    assert.equal(commitsLost('WAL', 'FULL'), 0)
  })

  test('power cuts find the commits that weaker settings of SQLite lose', () => {
    assert.notEqual(commitsLost('WAL', 'NORMAL'), 0) // commits are synced at the next checkpoint only
    assert.notEqual(commitsLost('DELETE', 'FULL'), 0) // the folder is not synced when the journal is removed
    assert.equal(commitsLost('DELETE', 'EXTRA'), 0)
  })

  const ATTEMPTS = `const attempt = (work) => { try { work(); return 'ok' } catch (error) { return error.code } }
    const print = (...works) => console.log(works.map(attempt).join())`

  test('the n-th write, sync or open fails with EIO, once or from then on', () => {
    const place = newPlace()
    using control = new FaultControl(join(place, 'control'))
    const results = (operation: 'write' | 'sync' | 'open', isLasting: boolean, work: string) => {
      control.failAt({ operations: [operation], nth: 3, isLasting })
      const works = Array.from({ length: 4 }, () => `() => ${work}`)
      const opened = operation === 'open' ? '' : `const f = fs.openSync('a', 'w')`
      return run(`${ATTEMPTS}; ${opened}; print(${works})`, place, { FAULTS_CONTROL: control.file }).trim()
    }
    assert.equal(results('write', false, `fs.writeSync(f, 'text')`), 'ok,ok,EIO,ok')
    assert.equal(control.failed, 1)
    assert.equal(results('sync', true, `fs.fsyncSync(f)`), 'ok,ok,EIO,EIO')
    assert.equal(control.seen, 4)
    assert.equal(results('open', false, `fs.openSync('a', 'r')`), 'ok,ok,EIO,ok')
    control.failAt(undefined)
    assert.equal(run(`${ATTEMPTS}; print(() => fs.writeFileSync('a', 'text'))`, place, {}).trim(), 'ok')
  })

  test('a full disk refuses growth with ENOSPC, takes other writes, and recovers', () => {
    const place = newPlace()
    using control = new FaultControl(join(place, 'control'))
    const script = `${ATTEMPTS}; const f = fs.openSync('a', 'r+')
      print(() => fs.writeSync(f, 'text', 0), () => fs.writeSync(f, 'text', 4), () => fs.openSync('b', 'w'))`
    const inside = () => run(script, place, { FAULTS_CONTROL: control.file }).trim()
    run(`fs.writeFileSync('a', 'full')`, place, {})
    control.setSpace(0)
    assert.equal(inside(), 'ok,ENOSPC,ENOSPC')
    control.setSpace(undefined)
    assert.equal(inside(), 'ok,ok,ok')
  })
})
