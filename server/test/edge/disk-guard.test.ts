import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DiskGuard } from '../../src/app/disk-guard.ts'
import { readConfig } from '../../src/config/config.ts'
import { databaseKinds, onEveryDatabase } from '../support/databases.ts'
import { ADMIN, type Kontor, kontorFor, openKontor } from '../support/kontor.ts'
import { metricsOf } from '../support/metrics.ts'
import { eventually } from '../support/raw-http.ts'

const item = (itemCode: string) => ({ itemCode, itemName: 'Bolt' })
const FULL = /The disk of the server is full/

async function assertFull(kontor: Kontor, itemCode: string): Promise<void> {
  const refused = await kontor.post('/items', item(itemCode))
  assert.equal(refused.status, 503, refused.text)
  assert.equal(refused.body.error.code, 'STORAGE_FULL')
  assert.match(refused.body.error.message, FULL)
  assert.match(refused.headers['retry-after']!, /^[1-9]\d*$/)
  const german = await kontor.post('/items', item(itemCode), { headers: { 'accept-language': 'de' } })
  assert.match(german.body.error.message, /Datenträger des Servers ist voll/)
  const { body } = await kontor.get(`/items?itemCode=${itemCode}`)
  assert.deepEqual(body.data, [])
}

describe('A disk with less free space than the reserve', () => {
  const kontor = kontorFor(databaseKinds[0]!, { environment: { KONTOR_DISK_RESERVE: '900000 TB' } })

  test('refuses writes with STORAGE_FULL, and goes on reading', async () => {
    await assertFull(kontor(), 'FULL-1')
    assert.equal((await kontor().get('/items')).status, 200)
    assert.equal((await kontor().post('/items?dryRun=true', item('FULL-2'))).status, 201)
  })

  test('lets users sign in, renew their session and sign out', async () => {
    const { status, body } = await kontor().login(ADMIN.email, ADMIN.password)
    assert.equal(status, 200)
    const { token, refreshToken } = body.data
    const renewed = await kontor().post('/auth/refresh', { refreshToken }, { token: null })
    assert.equal(renewed.status, 200, renewed.text)
    assert.ok((await kontor().post('/auth/logout', {}, { token: renewed.body.data.token ?? token })).status < 300)
  })

  test('is told by /readyz, which is still true for reads, and by the metrics', async () => {
    const ready = await kontor().get('root:readyz', { token: null })
    assert.equal(ready.status, 503)
    assert.match(ready.body.error.message, /disk is full/)
    assert.equal((await kontor().get('root:readyz?for=reads', { token: null })).status, 200)
    const metrics = await metricsOf(kontor())
    assert.equal(metrics.value('kontor_ready'), 0)
    assert.ok(metrics.value('kontor_disk_free_bytes')! < metrics.value('kontor_disk_reserve_bytes')!)
  })
})

describe('The reserve', () => {
  test('is 200 MB or 2 % of the disk, whichever is smaller; a server accepts writes again when there is space', async () => {
    let space = { total: 1e12, free: 199e6 }
    const disk = new DiskGuard('', undefined, async () => space)
    const kontor = await openKontor(databaseKinds[0]!, { disk })
    await assertFull(kontor, 'LARGE')
    space = { total: 1e12, free: 201e6 }
    await eventually(async () => (await kontor.post('/items', item('LARGE'))).status === 201 || undefined)
    space = { total: 1e9, free: 19e6 }
    await eventually(async () => disk.isLow || undefined)
    await assertFull(kontor, 'SMALL')
    space = { total: 1e9, free: 21e6 }
    await eventually(async () => (await kontor.post('/items', item('SMALL'))).status === 201 || undefined)
    await kontor.close()
  })

  test('is a number of bytes, or one with a unit; 0 switches the guard off', () => {
    const reserve = (text: string) => readConfig({ KONTOR_DISK_RESERVE: text }).diskReserve
    assert.deepEqual(['0', '1500', '500MB', '2 gb'].map(reserve), [0, 1500, 500e6, 2e9])
    assert.equal(readConfig({}).diskReserve, undefined)
    for (const text of ['much', '-1', '2%', '1.5GB']) assert.throws(() => reserve(text), /KONTOR_DISK_RESERVE must be/)
  })
})

onEveryDatabase('A database that has no space left', (kind) => {
  const kontor = kontorFor(kind)

  /** The database itself fails, as it does on a full disk. Returns how to give it space again. */
  async function fill(): Promise<() => Promise<unknown>> {
    const { engine } = kontor()
    const run = (sql: string) => engine.changeSchema((connection) => connection.query({ sql, parameters: [] }))
    if (kind.name === 'SQLite') {
      const limit = (pages: number) =>
        engine.write((connection) => connection.query({ sql: `PRAGMA max_page_count=${pages}`, parameters: [] }))
      await limit(1) // not less than there are
      return () => limit(1e9)
    }
    await run(`create function "fill"() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`)
    await run('create trigger "fill" before insert on "items" execute function "fill"()')
    return () => run('drop trigger "fill" on "items"')
  }

  test('refuses the write with STORAGE_FULL, keeps nothing of it, and goes on as soon as there is space', async () => {
    const empty = await fill()
    const large = { description: 'x'.repeat(4000) }
    const refused = await kontor().post('/items', { ...item('LOST'), ...large })
    assert.equal(refused.status, 503, refused.text)
    assert.equal(refused.body.error.code, 'STORAGE_FULL')
    const { body } = await kontor().get('/items?itemCode=LOST')
    assert.deepEqual(body.data, [])
    assert.ok((await metricsOf(kontor())).value('kontor_failed_commits_total')! >= 1)
    await empty()
    assert.equal((await kontor().post('/items', { ...item('LOST'), ...large })).status, 201)
    await eventually(async () => (await kontor().get('root:readyz', { token: null })).status === 200 || undefined)
  })
})
