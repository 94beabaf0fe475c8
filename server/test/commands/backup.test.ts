import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { readConfig } from '../../src/config/config.ts'
import type { Engine } from '../../src/db/engine.ts'
import { openEngine } from '../../src/db/open.ts'
import { onEveryDatabase, type TestDatabase } from '../support/databases.ts'
import { ADMIN } from '../support/kontor.ts'
import { assertRefused, type Client, copySecret, type Environment, kontor, withClient } from './command-line.ts'

const WRITERS = 4
const WRITTEN_BEFORE = 200
const WRITTEN_AFTER = 50

/** Creates items until it is told to stop; keeps the codes that the server has acknowledged. */
function keepWriting({ call }: Client) {
  const acknowledged: string[] = []
  let isStopped = false
  let attempts = 0
  const writer = async () => {
    while (!isStopped) {
      const itemCode = `CODE-${++attempts}`
      const { status } = await call('POST', '/items', { itemCode, itemName: 'Written during a backup' })
      assert.equal(status, 201)
      acknowledged.push(itemCode)
    }
  }
  const writers = Array.from({ length: WRITERS }, writer)
  return {
    acknowledged,
    async reaches(count: number) {
      while (acknowledged.length < count) await new Promise((resolve) => setTimeout(resolve, 5))
    },
    async stop() {
      isStopped = true
      await Promise.all(writers)
    },
  }
}

async function allItems({ call }: Client): Promise<{ codes: string[]; total: number }> {
  const codes: string[] = []
  for (let page = 1; ; page++) {
    const { body } = await call('GET', `/items?perPage=100&page=${page}`)
    codes.push(...body.data.map(({ itemCode }: { itemCode: string }) => itemCode))
    if (page >= body.meta.totalPages) return { codes, total: body.meta.total }
  }
}

onEveryDatabase('kontor backup and restore', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-backups-'))
  const databases: TestDatabase[] = []
  const newEnvironment = async (): Promise<Environment> => {
    const database = await kind.create()
    databases.push(database)
    return { ...database.environment, KONTOR_ADMIN_PASSWORD: ADMIN.password }
  }
  let used: Environment
  let file: string
  before(async () => {
    used = await newEnvironment()
    file = join(folder, 'first.backup')
  })
  after(async () => {
    for (const database of databases) await database.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  const itemsOf = (environment: Environment) => withClient(environment, ADMIN, allItems)

  test('there is nothing to back up where nothing was ever started', async () => {
    assertRefused(await kontor(await newEnvironment(), 'backup', file), 1, /There is no database|holds no data/)
    assert.deepEqual(readdirSync(folder), [])
  })

  test('a backup taken while the server writes holds every record acknowledged before it, at one moment', async () => {
    await withClient(used, ADMIN, async (client) => {
      const writing = keepWriting(client)
      await writing.reaches(WRITTEN_BEFORE)
      const before = [...writing.acknowledged]
      const { code, output, complaint } = await kontor(used, 'backup', file)
      await writing.reaches(writing.acknowledged.length + WRITTEN_AFTER)
      await writing.stop()
      assert.equal(code, 0, complaint)
      assert.match(output, /^Backed up to .*first\.backup \(\d+\.\d MB\), and checked\.\n$/)

      const elsewhere = await newEnvironment()
      const restored = await kontor(elsewhere, 'restore', file)
      assert.equal(restored.code, 0, restored.complaint)
      copySecret(used, elsewhere)
      const { codes, total } = await itemsOf(elsewhere)
      assert.deepEqual(
        before.filter((code) => !codes.includes(code)),
        [],
      )
      assert.equal(new Set(codes).size, codes.length)
      assert.equal(total, codes.length) // totals are kept apart from the rows: a copy of two moments would differ
      const known = new Set(writing.acknowledged)
      assert.ok(codes.every((code) => known.has(code)))
    })
  })

  test('a backup is one file, readable by its owner only, with nothing left beside it', () => {
    assert.deepEqual(readdirSync(folder), ['first.backup'])
    assert.equal(statSync(file).mode & 0o777, 0o600)
  })

  test('a backup never overwrites a file', async () => {
    const bytes = readFileSync(file)
    assertRefused(await kontor(used, 'backup', file), 1, /already exists/)
    assert.ok(readFileSync(file).equals(bytes))
    assert.deepEqual(readdirSync(folder), ['first.backup'])
  })

  test('a backup into a folder that is not there is refused', async () => {
    assertRefused(await kontor(used, 'backup', join(folder, 'missing', 'x')), 1, /There is no folder/)
  })

  test('a restore does not touch a database in use unless it is told to', async () => {
    const count = async () => (await itemsOf(used)).total
    const before = await count()
    assertRefused(await kontor(used, 'restore', file), 1, /holds data already\. With --force/)
    assert.equal(await count(), before)
    const forced = await kontor(used, 'restore', '--force', file)
    assert.equal(forced.code, 0, forced.complaint)
    assert.ok(forced.output.startsWith(`Restored from ${file}.\n`), forced.output)
    assert.ok((await count()) < before)
  })

  test('a restore leaves nothing of a newer version behind, or the next update would stumble over it', async () => {
    const { databaseUrl, dataFolder } = readConfig(used)
    const inDatabase = async <T>(work: (engine: Engine) => Promise<T>): Promise<T> => {
      const engine = await openEngine(databaseUrl, dataFolder)
      return work(engine).finally(() => engine.close())
    }
    const hasTable = () => inDatabase(async (engine) => (await engine.tables(engine.reader)).includes('newer'))
    await inDatabase((engine) =>
      engine.write(async (connection) => {
        await connection.query(engine.builder.schema.createTable('newer').addColumn('id', 'text').compile())
      }),
    )
    assert.equal(await hasTable(), true)
    assert.equal((await kontor(used, 'restore', '--force', file)).code, 0)
    assert.equal(await hasTable(), false)
  })

  test('an embedded database needs no other program; for a served one the missing program is named', async () => {
    const copy = join(folder, 'second.backup')
    const outcome = await kontor({ ...used, PATH: folder }, 'backup', copy)
    if ('DATABASE_URL' in used) assertRefused(outcome, 1, /^The program pg_dump is not installed\. /)
    else assert.equal(outcome.code, 0, outcome.complaint)
    assert.equal(existsSync(copy), !('DATABASE_URL' in used))
  })

  test('a restore is refused while a server runs, even when forced', async () => {
    await withClient(used, ADMIN, async (client) => {
      const { body } = await client.call('POST', '/items', { itemCode: 'WHILE-RUNNING', itemName: 'Kept' })
      assertRefused(await kontor(used, 'restore', '--force', file), 1, /is in use\. Stop/)
      assert.equal((await client.call('GET', `/items/${body.data.id}`)).status, 200)
    })
    const { codes } = await itemsOf(used)
    assert.ok(codes.includes('WHILE-RUNNING'))
  })

  test('what is no backup is refused and changes nothing', async () => {
    const { total } = await itemsOf(used)
    const whole = readFileSync(file)
    const damaged: Readonly<Record<string, Buffer>> = {
      'text.backup': Buffer.from('not a backup at all'),
      'empty.backup': Buffer.alloc(0),
      'half.backup': whole.subarray(0, Math.floor(whole.length / 2)),
    }
    for (const [name, bytes] of Object.entries(damaged)) {
      writeFileSync(join(folder, name), bytes)
      const { code, output, complaint } = await kontor(used, 'restore', '--force', join(folder, name))
      assert.deepEqual([code, output], [1, ''], name)
      assert.doesNotMatch(complaint, /\n {4}at /)
    }
    assertRefused(await kontor(used, 'restore', '--force', join(folder, 'missing')), 1, /There is no file/)
    assert.equal((await itemsOf(used)).total, total)
  })

  test('after a restore everything works as before: changes, new records, totals', async () => {
    const elsewhere = await newEnvironment()
    assert.equal((await kontor(elsewhere, 'restore', file)).code, 0)
    copySecret(used, elsewhere)
    await withClient(elsewhere, ADMIN, async ({ call }) => {
      const { total } = await allItems({ call })
      const created = await call('POST', '/items', { itemCode: 'AFTER', itemName: 'New' })
      assert.equal(created.status, 201)
      const duplicate = await call('POST', '/items', { itemCode: 'code-1', itemName: 'Twin' })
      assert.equal(duplicate.status, 422)
      assert.equal((await allItems({ call })).total, total + 1)
    })
  })
})
