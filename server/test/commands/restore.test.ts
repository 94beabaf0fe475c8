import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { onEveryDatabase, type TestDatabase } from '../support/databases.ts'
import { ADMIN } from '../support/kontor.ts'
import { startKontor } from '../support/process.ts'
import { assertRefused, copySecret, type Environment, kontor, withClient } from './command-line.ts'
import { migrateFurther, NEWER } from './newer.ts'

async function queryPostgres(environment: Environment, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: environment.DATABASE_URL })
  await client.connect()
  try {
    const results = [await client.query({ text, rowMode: 'array' })].flat() // one for each statement
    return results.flatMap(({ rows }) => rows.map(([value]) => value))
  } finally {
    await client.end()
  }
}

onEveryDatabase('kontor restore', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-restores-'))
  const databases: TestDatabase[] = []
  const newEnvironment = async (): Promise<Environment> => {
    const database = await kind.create()
    databases.push(database)
    return { ...database.environment, KONTOR_ADMIN_PASSWORD: ADMIN.password, KONTOR_LOG_LEVEL: 'silent' }
  }
  const createItem = (environment: Environment, itemCode: string) =>
    withClient(environment, ADMIN, async ({ call }) => {
      const { status } = await call('POST', '/items', { itemCode, itemName: 'Item' })
      assert.equal(status, 201)
    })
  const itemCodes = (environment: Environment): Promise<string[]> =>
    withClient(environment, ADMIN, async ({ call }) => {
      const { body } = await call('GET', '/items?sort=itemCode')
      return body.data.map(({ itemCode }: { itemCode: string }) => itemCode)
    })
  async function succeed(environment: Environment, ...words: string[]): Promise<string> {
    const { code, output, complaint } = await kontor(environment, ...words)
    assert.equal(code, 0, complaint)
    return output
  }
  const isEmbedded = kind.name === 'SQLite'
  const file = join(folder, 'first.backup')
  let used: Environment

  before(async () => {
    used = await newEnvironment()
    await createItem(used, 'IN-BACKUP')
    await succeed(used, 'backup', file)
  })
  after(async () => {
    for (const database of databases) await database.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  if (isEmbedded && process.platform !== 'win32')
    test('creates folders with mode 700 and a database with mode 600, and leaves nothing beside it', async () => {
      const KONTOR_DATA = join(folder, 'new', 'data')
      assert.equal(await succeed({ KONTOR_DATA }, 'restore', file), `Restored from ${file}.\n`)
      assert.deepEqual(readdirSync(KONTOR_DATA).sort(), ['kontor.db', 'server.lock'])
      const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
      assert.deepEqual([modeOf(dirname(KONTOR_DATA)), modeOf(KONTOR_DATA)], ['700', '700'])
      assert.equal(modeOf(join(KONTOR_DATA, 'kontor.db')), '600')
    })

  /** The file or the schema that a forced restore has kept. */
  function keptBy(output: string): string {
    const [, schema] = /kept in the schema (\w+)\..* drop schema \1 cascade\n$/.exec(output) ?? []
    const [, kept] = /kept as (\S+)\. Delete that file .*\n$/.exec(output) ?? []
    if (isEmbedded) assert.match(kept ?? output, /\/kontor\.db\.before-restore-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/)
    else assert.match(schema ?? output, /^before_restore_\d{8}t\d{9}z$/)
    return (kept ?? schema)!
  }

  async function keptCodes(output: string): Promise<unknown[]> {
    const kept = keptBy(output)
    if (!isEmbedded) return queryPostgres(used, `select "itemCode" from ${kept}.items order by 1`)
    assert.equal(statSync(kept).mode & 0o777, 0o600)
    using database = new DatabaseSync(kept, { readOnly: true })
    const rows = database.prepare('select "itemCode" from "items" order by 1').all()
    return rows.map(({ itemCode }) => itemCode)
  }

  test('keeps what it replaces, each time, and says where and how to delete it', async () => {
    await createItem(used, 'AFTER-BACKUP')
    const first = await succeed(used, 'restore', '--force', file)
    assert.deepEqual(await itemCodes(used), ['IN-BACKUP'])
    await createItem(used, 'LATER')
    const second = await succeed(used, 'restore', '--force', file)
    assert.deepEqual(await itemCodes(used), ['IN-BACKUP'])
    assert.deepEqual(await keptCodes(first), ['AFTER-BACKUP', 'IN-BACKUP'])
    assert.deepEqual(await keptCodes(second), ['IN-BACKUP', 'LATER'])
    await succeed(used, 'verify')
  })

  test('restores a backup of a database beside which others are kept', async () => {
    const again = join(folder, 'again.backup')
    await succeed(used, 'backup', again)
    const elsewhere = await newEnvironment()
    await succeed(elsewhere, 'restore', again)
    copySecret(used, elsewhere)
    assert.deepEqual(await itemCodes(elsewhere), ['IN-BACKUP'])
    if (!isEmbedded) {
      const text = "select nspname from pg_namespace where nspname like 'before%'"
      assert.deepEqual([(await queryPostgres(used, text)).length, await queryPostgres(elsewhere, text)], [2, []])
    }
    await succeed(used, 'restore', '--force', again)
    assert.deepEqual(await itemCodes(used), ['IN-BACKUP'])
  })

  test('can be undone with what it has kept', async () => {
    const undone = await newEnvironment()
    await createItem(undone, 'OLD')
    const kept = keptBy(await succeed(undone, 'restore', '--force', file))
    if (isEmbedded) await succeed(undone, 'restore', '--force', kept)
    else await queryPostgres(undone, `drop schema public cascade; alter schema ${kept} rename to public`)
    assert.deepEqual(await itemCodes(undone), ['OLD'])
    await createItem(undone, 'NEW')
    await succeed(undone, 'verify')
  })

  if (!isEmbedded)
    test('gathers statistics of what it has restored', async () => {
      const restored = await newEnvironment()
      await succeed(restored, 'restore', file)
      const text = "select distinct tablename::text from pg_stats where tablename in ('items', 'terms') order by 1"
      assert.deepEqual(await queryPostgres(restored, text), ['items', 'terms'])
    })

  test('refuses a backup of a newer version before anything is replaced', async () => {
    const newer = await newEnvironment()
    await createItem(newer, 'NEWER')
    await migrateFurther(newer)
    const backup = join(folder, 'newer.backup')
    await succeed(newer, 'backup', backup)
    const files = readdirSync(used.KONTOR_DATA!)
    assertRefused(await kontor(used, 'restore', '--force', backup), 1, NEWER)
    assert.deepEqual(await itemCodes(used), ['IN-BACKUP'])
    assert.deepEqual(readdirSync(used.KONTOR_DATA!), files)
    assertRefused(await kontor(await newEnvironment(), 'restore', backup), 1, NEWER)
  })

  test('is refused while a server runs, even when forced', async () => {
    await using server = await startKontor(used)
    assertRefused(await kontor(used, 'restore', '--force', file), 1, /is in use\. Stop/)
    assert.equal((await fetch(`${server.origin}/readyz`)).status, 200)
    assert.equal((await server.stop()).code, 0)
  })

  if (!isEmbedded)
    test('names the missing right of a database role that may not keep what would be replaced', async () => {
      const limited = await newEnvironment()
      const url = new URL(limited.DATABASE_URL!)
      const role = url.pathname.slice(1)
      await queryPostgres(limited, `create role ${role} login; grant all on schema public to ${role}`)
      url.username = role
      const environment = { ...limited, DATABASE_URL: url.href }
      try {
        await succeed(environment, 'restore', file)
        assertRefused(await kontor(environment, 'restore', '--force', file), 1, /grant create on database/)
        assert.deepEqual(await itemCodes(environment), ['IN-BACKUP'])
        await queryPostgres(limited, `grant create on database ${role} to ${role}`)
        await succeed(environment, 'restore', '--force', file)
      } finally {
        await queryPostgres(limited, `drop owned by ${role} cascade; drop role ${role}`)
      }
    })
})
