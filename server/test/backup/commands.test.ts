import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { assertRefused, type Environment, kontor, withClient } from '../commands/command-line.ts'
import { onEveryDatabase, type TestDatabase } from '../support/databases.ts'
import { ADMIN } from '../support/kontor.ts'
import { type KontorProcess, runKontor, spawnKontor } from '../support/process.ts'

onEveryDatabase('kontor backup --every and kontor drill restore', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-schedule-'))
  const written = () => readdirSync(folder).filter((name) => /^kontor-\d{8}T\d{6}Z\.backup$/.test(name))
  let database: TestDatabase
  let environment: Environment
  async function trialDatabases(): Promise<unknown[]> {
    if (!environment.DATABASE_URL) return []
    const client = new pg.Client({ connectionString: environment.DATABASE_URL })
    await client.connect()
    const { rows } = await client.query("select datname from pg_database where datname like 'kontor_trial_%'")
    await client.end()
    return rows
  }
  before(async () => {
    database = await kind.create('migrated')
    environment = { ...database.environment, KONTOR_ADMIN_PASSWORD: ADMIN.password }
    await withClient(environment, ADMIN, ({ call }) => call('POST', '/items', { itemCode: 'A', itemName: 'Item' }))
  })
  after(async () => {
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('a folder without such a backup cannot be restored', async () => {
    const refused = await kontor(environment, 'drill', 'restore', folder)
    assertRefused(refused, 1, /^There is no backup in \S+ that was written by "kontor backup --every"\.\n$/)
  })

  test('backups are written by schedule, older ones than --keep are deleted, and other files stay', async () => {
    writeFileSync(join(folder, 'kontor-by-hand.backup'), '')
    for (const old of ['20200101T000000Z', '20200102T000000Z', '20200103T000000Z'])
      writeFileSync(join(folder, `kontor-${old}.backup`), '')
    const { child, outcome } = spawnKontor(['backup', '--every', '1d', '--keep', '2', folder], environment)
    while (written().length !== 2 || !written().some((name) => name > 'kontor-2021')) await sleep(50)
    child.kill('SIGTERM')
    const { code, output, said } = await outcome
    assert.deepEqual([code, said], [0, ''])
    assert.match(output, /^Backed up to \S+ \(\d+\.\d MB\), and checked\.\n$/)
    assert.equal(written()[0], 'kontor-20200103T000000Z.backup')
    assert.ok(readdirSync(folder).includes('kontor-by-hand.backup'))
  })

  test('the next backup removes what killed ones have left, but nothing that may still be written', async () => {
    const place = mkdtempSync(join(folder, 'killed-'))
    const [gone, alive] = ['99999999', String(process.pid)]
    const old = [`kontor-1.backup.${gone}.partial`, `kontor-22.backup.${gone}.partial-journal`]
    const kept = [`kontor-3.backup.${alive}.partial`, `other-1.backup.${gone}.partial`, 'kontor-4.backup.partial']
    const tenMinutesAgo = Date.now() / 1000 - 601
    for (const name of [...old, ...kept]) {
      writeFileSync(join(place, name), 'half')
      utimesSync(join(place, name), tenMinutesAgo, tenMinutesAgo)
    }
    const young = `kontor-5.backup.${gone}.partial`
    writeFileSync(join(place, young), 'half')
    const { code, complaint } = await kontor(environment, 'backup', join(place, 'kontor-6.backup'))
    assert.equal(code, 0, complaint)
    assert.deepEqual(readdirSync(place).sort(), [...kept, young, 'kontor-6.backup'].sort())
    rmSync(place, { recursive: true })
  })

  test('the newest backup is restored elsewhere and verified', async () => {
    const { code, output, complaint } = await kontor(environment, 'drill', 'restore', folder)
    assert.equal(code, 0, complaint)
    assert.match(output, /^Restored \S+\.backup\.\n[\s\S]*No inconsistencies found\.\n$/)
  })

  if (kind.name === 'PostgreSQL')
    test('several hosts in DATABASE_URL are tried in turn, and the temporary database is dropped', async () => {
      const { host } = new URL(environment.DATABASE_URL!)
      const several = environment.DATABASE_URL!.replace(host, `127.0.0.1:1,${host}`)
      const { code, output, complaint } = await kontor(
        { ...environment, DATABASE_URL: several },
        'drill',
        'restore',
        folder,
      )
      assert.equal(code, 0, complaint)
      assert.match(output, /No inconsistencies found\.\n$/)
      assert.deepEqual(await trialDatabases(), [])
    })

  test('a drill that is interrupted leaves nothing behind', async () => {
    const TMPDIR = mkdtempSync(join(folder, 'tmp-'))
    const { child, outcome } = spawnKontor(['drill', 'restore', folder], { ...environment, TMPDIR })
    child.stdout!.once('data', () => child.kill('SIGTERM'))
    assert.equal((await outcome).code, 1)
    assert.deepEqual([readdirSync(TMPDIR), await trialDatabases()], [[], []])
  })

  test('a newest backup that is damaged is told by the exit code', async () => {
    writeFileSync(join(folder, 'kontor-29990101T000000Z.backup'), 'damaged')
    assert.equal((await kontor(environment, 'drill', 'restore', folder)).code, 1)
  })
})

describe('kontor backup to a folder that cannot be used', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-unusable-'))
  const environment = { KONTOR_DATA: join(folder, 'data'), KONTOR_ADMIN_PASSWORD: ADMIN.password }
  before(() => withClient(environment, ADMIN, async () => {}))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const filesIn = (place: string) => readdirSync(place).filter((name) => name.startsWith('kontor-'))
  const until = async (isReached: () => boolean, { outcome }: KontorProcess) => {
    const ended = outcome.then(({ said }) => assert.fail(`It ended: ${said}`))
    while (!isReached()) await Promise.race([sleep(20), ended])
    ended.catch(() => {})
  }

  test('a full disk is told in one line, and leaves no file', async () => {
    const place = join(folder, 'full')
    mkdirSync(place)
    const limits = { fileSizeLimit: 100 }
    const { code, said } = await runKontor(['backup', join(place, 'x.backup')], environment, limits)
    assert.equal(code, 1)
    assert.match(said, /^\S+x\.backup cannot be written: .*\.\n$/)
    assert.deepEqual(readdirSync(place), [])
  })

  test('the schedule goes on after a folder was gone for a while', async () => {
    const [place, away] = [join(folder, 'there'), join(folder, 'away')]
    mkdirSync(place)
    const started = spawnKontor(['backup', '--every', '1s', place], environment)
    await until(() => filesIn(place).length > 0, started)
    renameSync(place, away)
    await until(() => started.said().includes('There is no folder'), started)
    const before = filesIn(away).length
    renameSync(away, place)
    await until(() => filesIn(place).length > before, started)
    started.child.kill('SIGTERM')
    const { code, said } = await started.outcome
    assert.equal(code, 0)
    assert.doesNotMatch(said, /\n {4}at /)
  })

  test('a file that was written while the clock was wrong does not stop the schedule', async () => {
    const place = join(folder, 'future')
    mkdirSync(place)
    const future = 'kontor-29990101T000000Z.backup'
    writeFileSync(join(place, future), '')
    const started = spawnKontor(['backup', '--every', '1d', '--keep', '1', place], environment)
    await until(() => filesIn(place).length === 2, started)
    started.child.kill('SIGTERM')
    const { output } = await started.outcome
    assert.equal(output.match(/Backed up/g)?.length, 1)
    assert.equal(filesIn(place).length, 2)
    assert.ok(filesIn(place).includes(future))
  })
})

test('wrong durations, numbers, moments and addresses are refused with exit code 2', async () => {
  const wrong: readonly (readonly [RegExp, readonly string[]])[] = [
    [/^--every must be a duration such as 30m, 6h or 1d, not "6"\./, ['backup', '--every', '6', 'x']],
    [/^--every must be a duration/, ['backup', '--every', '0h', 'x']],
    [/^--keep must be a whole number such as 14, not "0"\./, ['backup', '--every', '6h', '--keep', '0', 'x']],
    [/^--keep needs --every\./, ['backup', '--keep', '3', 'x']],
    [/^--at needs --from\./, ['restore', '--at', '2026-11-16T10:00Z', 'x']],
    [/^--without-secret needs --from\./, ['restore', '--without-secret', 'x']],
    [/^--take-over needs --from\./, ['restore', '--take-over', 'x']],
    [/^--max-age must be a duration such as/, ['drill', 'restore', '--max-age', 'x', 'file:///x']],
    [/^--at must be a moment with a time zone/, ['restore', '--from', 'file:///x', '--at', '2026-11-16T10:00']],
    [/^--from must be file:\/\/\/folder or s3:\/\/bucket\/prefix\./, ['restore', '--from', 'ftp://x']],
    [/^Name the backup with --from, or set KONTOR_BACKUP_URL\./, ['backups']],
    [/^The folder or URL is missing\./, ['drill', 'restore']],
  ]
  await Promise.all(wrong.map(async ([fault, words]) => assertRefused(await kontor({}, ...words), 2, fault)))
})

test('settings of a continuous backup that cannot work stop the start with one line', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-settings-'))
  mkdirSync(join(folder, 'target'))
  const settings = { KONTOR_DATA: join(folder, 'data'), KONTOR_BACKUP_URL: `file://${folder}/target` }
  const wrong: readonly (readonly [RegExp, Environment])[] = [
    [/^KONTOR_BACKUP_PASSPHRASE must be set with KONTOR_BACKUP_URL: .*\n$/, settings],
    [
      /^KONTOR_BACKUP_PASSPHRASE must have at least 12 characters\.\n$/,
      { ...settings, KONTOR_BACKUP_PASSPHRASE: 'short' },
    ],
    [/^KONTOR_BACKUP_URL must be file:/, { ...settings, KONTOR_BACKUP_URL: '/folder' }],
    [/^KONTOR_BACKUP_URL is for the embedded database\./, { ...settings, DATABASE_URL: 'postgres://x' }],
    [
      /^AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set/,
      { ...settings, KONTOR_BACKUP_URL: 's3://bucket', KONTOR_BACKUP_PASSPHRASE: 'long enough for it' },
    ],
  ]
  await Promise.all(
    wrong.map(async ([fault, environment]) => assertRefused(await kontor(environment, 'start'), 1, fault)),
  )
  rmSync(folder, { recursive: true, force: true })
})
