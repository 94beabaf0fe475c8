import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import {
  decodeManifest,
  decodeSegment,
  encodeManifest,
  encodeSegment,
  FORMAT,
  type SnapshotManifest,
} from '../../src/db/backup/objects.ts'
import { sealKeyOf, sealOf } from '../../src/db/backup/seals.ts'
import { assertRefused, type Environment, kontor } from '../commands/command-line.ts'
import { ADMIN } from '../support/kontor.ts'
import { startKontor } from '../support/process.ts'

describe('kontor restore --from and kontor backups, with a backup of two generations', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-restore-from-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const whole = join(folder, 'target')
  const settings = { KONTOR_BACKUP_PASSPHRASE: 'correct horse battery', KONTOR_ADMIN_PASSWORD: ADMIN.password }
  const urlOf = (target: string) => pathToFileURL(target).href
  const filesIn = (target: string, suffix: string) =>
    readdirSync(target, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(suffix))
      .sort()
  const generationsIn = (target: string) =>
    readdirSync(target)
      .filter((name) => !name.endsWith('.json'))
      .sort()

  /** A run of the server with a snapshot, and with an item that is written after it. */
  async function run(itemCode: string, count: number): Promise<void> {
    const environment = {
      KONTOR_DATA: join(folder, 'data'),
      KONTOR_BACKUP_URL: urlOf(whole),
      KONTOR_BACKUP_SECONDS: '1',
    }
    await using server = await startKontor({ ...settings, ...environment, KONTOR_LOG_LEVEL: 'warn' })
    while (filesIn(whole, '.snapshot.json').length < count) await sleep(50)
    const post = async (path: string, body: object, token = '') => {
      const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
      const answer = await fetch(`${server.origin}/api/v1${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      return { status: answer.status, body: (await answer.json()) as { data: { token: string } } }
    }
    const { body } = await post('/auth/login', ADMIN)
    assert.equal((await post('/items', { itemCode, itemName: 'Item' }, body.data.token)).status, 201)
    assert.equal((await server.stop('SIGTERM')).code, 0)
  }
  before(async () => {
    mkdirSync(whole)
    await run('FIRST', 1)
    rmSync(join(folder, 'data', 'backup'), { recursive: true }) // so that another generation begins
    await run('SECOND', 2)
  })

  let copies = 0
  /** A copy of the backup that a test may damage. */
  function copyOfBackup(): { readonly target: string; readonly generations: string[] } {
    const target = join(folder, `target-${++copies}`)
    cpSync(whole, target, { recursive: true })
    return { target, generations: generationsIn(target) }
  }
  const elsewhere = (name: string): Environment => ({ ...settings, KONTOR_DATA: join(folder, name) })
  const restore = (name: string, target: string, ...words: string[]) =>
    kontor(elsewhere(name), 'restore', '--from', urlOf(target), ...words)
  function codesIn(name: string): unknown[] {
    using database = new DatabaseSync(join(folder, name, 'kontor.db'), { readOnly: true })
    const rows = database.prepare('select "itemCode" from "items" order by 1').all()
    return rows.map(({ itemCode }) => itemCode)
  }
  /** As after a crash while the first snapshot after a restart was sent. */
  function removeSnapshot(target: string, generation: string): void {
    for (const name of readdirSync(join(target, generation)).filter((entry) => entry.includes('.snapshot')))
      rmSync(join(target, generation, name), { recursive: true })
  }

  test('changes without a snapshot are told, and a restore that would leave them out is refused', async () => {
    const { target, generations } = copyOfBackup()
    removeSnapshot(target, generations[1]!)
    const listed = await kontor(elsewhere('none'), 'backups', '--from', urlOf(target))
    assert.equal(listed.code, 0, listed.complaint)
    assert.match(listed.output, /^Changes since 20\S+Z have no snapshot yet and cannot be restored {2}20\S+$/m)
    const { output } = await kontor(elsewhere('none'), 'backups', '--from', urlOf(target), '--json')
    assert.deepEqual(
      JSON.parse(output).unrestorable.map(({ generation }: { generation: string }) => generation),
      [generations[1]],
    )
    const reason =
      /^The changes since 20\S+Z have no snapshot yet and cannot be restored\. The latest moment before that can be restored: --at (\S+)\n$/
    const refused = await restore('unsaid', target)
    assertRefused(refused, 1, reason)
    assertRefused(await restore('unsaid', target, '--at', new Date().toISOString()), 1, reason)
    assertRefused(await kontor(elsewhere('drill'), 'drill', 'restore', urlOf(target)), 1, reason)
    const [, moment] = reason.exec(refused.complaint)!
    const restored = await restore('latest', target, '--at', moment!)
    assert.equal(restored.code, 0, restored.complaint)
    assert.deepEqual(codesIn('latest'), ['FIRST'])
  })

  test('a backup without any snapshot cannot be restored', async () => {
    const { target, generations } = copyOfBackup()
    for (const generation of generations) removeSnapshot(target, generation)
    assertRefused(await restore('unsaid', target), 1, /^The backup at file:\S+ has no snapshot yet\. .*\n$/)
    const listed = await kontor(elsewhere('none'), 'backups', '--from', urlOf(target))
    assertRefused(listed, 1, /^(Changes since .* have no snapshot yet .*\n){2}$/)
  })

  test('a lost passphrase costs the secret, not the data', async () => {
    const { target, generations } = copyOfBackup()
    const lost = { ...elsewhere('lost'), KONTOR_BACKUP_PASSPHRASE: 'another passphrase' }
    const words = ['restore', '--from', urlOf(target)]
    const restored = await kontor(lost, ...words, '--without-secret')
    assert.equal(restored.code, 0, restored.complaint)
    assert.match(
      restored.output,
      /\nWarning: the secret of the instance is not restored\. .*kontor rotate-secret --lost/,
    )
    assert.deepEqual(codesIn('lost'), ['FIRST', 'SECOND'])
    assertRefused(await kontor({ ...lost, PORT: '0' }, 'start'), 1, /secret/)
    const rotated = await kontor(lost, 'rotate-secret', '--lost')
    assert.equal(rotated.code, 0, rotated.complaint)
    await using server = await startKontor({ ...lost, KONTOR_LOG_LEVEL: 'warn' })
    assert.equal((await fetch(`${server.origin}/readyz`)).status, 200)

    for (const generation of generations)
      for (const name of readdirSync(join(target, generation)).filter((entry) => entry.endsWith('.snapshot')))
        rmSync(join(target, generation, name), { recursive: true })
    const hint =
      /passphrase.* If the passphrase is lost, "kontor restore --without-secret" restores the data alone\.\n$/
    assertRefused(await kontor({ ...lost, KONTOR_DATA: join(folder, 'wrong') }, ...words), 1, hint)
    assertRefused(await kontor({ KONTOR_DATA: join(folder, 'wrong') }, ...words), 1, /^The backup contains the secret/)
  })

  const manifestIn = (target: string, generation: string) =>
    join(target, generation, readdirSync(join(target, generation)).find((name) => name.endsWith('.snapshot.json'))!)
  function changeManifest(file: string, change: Partial<SnapshotManifest>): void {
    const manifest = decodeManifest<SnapshotManifest>(file, readFileSync(file))
    const key = sealKeyOf(readFileSync(join(folder, 'data', 'secret.key'), 'utf8').trim())
    writeFileSync(file, encodeManifest({ ...manifest, ...change }, key))
  }

  test('a damaged manifest is told for its generation, and the others are listed and restored', async () => {
    const { target, generations } = copyOfBackup()
    const [first, second] = generations.map((generation) => manifestIn(target, generation))
    writeFileSync(first!, 'damaged')
    const listed = await kontor(elsewhere('none'), 'backups', '--from', urlOf(target))
    assert.equal(listed.code, 0, listed.complaint)
    assert.match(listed.output, new RegExp(`^20\\S+Z to 20\\S+Z .* ${generations[1]}$`, 'm'))
    const complaint = `^Changes since 20\\S+Z cannot all be restored: ${generations[0]}/\\S+ is damaged\\. {2}${generations[0]}$`
    assert.match(listed.output, new RegExp(complaint, 'm'))
    assert.equal((await restore('second', target)).code, 0)
    writeFileSync(second!, 'damaged')
    const refused = await restore('unsaid', target)
    assertRefused(refused, 1, /^No snapshot can be read: \S+ is damaged\. "kontor backups" tells which other moments/)
  })

  test('a moment before the first snapshot of a generation names the latest moment before it', async () => {
    const { target, generations } = copyOfBackup()
    changeManifest(manifestIn(target, generations[1]!), { at: '2999-01-01T00:00:00.000Z' })
    const refused = await restore('unsaid', target, '--at', new Date().toISOString())
    const reason =
      /^The backup has a gap from \S+ to 2999-\S+\. The latest moment before it that can be restored is (\S+)\.\n$/
    assertRefused(refused, 1, reason)
    const [, moment] = reason.exec(refused.complaint)!
    assert.equal((await restore('before-gap', target, '--at', moment!)).code, 0)
    assert.deepEqual(codesIn('before-gap'), ['FIRST'])
    const early = await restore('unsaid', target, '--at', '2020-01-01T00:00Z')
    assertRefused(early, 1, /^The earliest moment that can be restored is 20/)
    assert.ok(early.complaint < 'The earliest moment that can be restored is 2999', early.complaint)
  })

  /** As a program writes it that can write to the target, but does not know the secret. */
  function plant(file: string, change: Partial<SnapshotManifest>): void {
    const manifest = { ...decodeManifest<SnapshotManifest>(file, readFileSync(file)), ...change }
    const text = JSON.stringify(manifest)
    writeFileSync(file, `${text}\n${hash('sha256', text)}\n`)
  }

  test('a snapshot that was changed or planted is refused, unless that is accepted', async () => {
    const { target, generations } = copyOfBackup()
    const file = manifestIn(target, generations[1]!)
    const { seal } = decodeManifest<SnapshotManifest>(file, readFileSync(file))
    plant(file, { at: '2020-01-01T00:00:00.000Z' })
    const reason =
      /^\S+\.snapshot\.json was changed, or not written by this instance: its authentication code is wrong\./
    assertRefused(await restore('unsaid', target), 1, reason)
    assertRefused(await kontor(elsewhere('drill'), 'drill', 'restore', urlOf(target)), 1, reason)
    plant(file, { seal: sealOf(sealKeyOf('a'.repeat(32)), '') })
    assertRefused(await restore('unsaid', target), 1, /cannot be checked without its secret\. .*--unauthenticated/)
    const { seal: _, ...unsealed } = decodeManifest<SnapshotManifest>(file, readFileSync(file))
    writeFileSync(file, encodeManifest(unsealed))
    assertRefused(await restore('unsaid', target), 1, /is not authenticated, although snapshots before it are\./)
    const accepted = await restore('accepted', target, '--unauthenticated')
    assert.equal(accepted.code, 0, accepted.complaint)
    assert.match(accepted.output, /\nWarning: whether this instance has written the backup was not checked\.\n/)
    assert.ok(seal)
  })

  test('a segment that was planted is refused', async () => {
    const { target, generations } = copyOfBackup()
    const name = `${generations[1]}/${filesIn(join(target, generations[1]!), '.wal').at(-1)}`
    const { header, frames } = decodeSegment(name, readFileSync(join(target, name)))
    writeFileSync(join(target, name), encodeSegment(header, frames()))
    assertRefused(
      await restore('unsaid', target),
      1,
      /\.wal is not authenticated, although the objects before it are\./,
    )
  })

  test('a secret that is set is needed to check the backup, unless that is accepted', async () => {
    const environment = { ...settings, KONTOR_DATA: join(folder, 'set'), KONTOR_SECRET: 's'.repeat(40) }
    const target = join(folder, 'target-of-set')
    mkdirSync(target)
    await using server = await startKontor({
      ...environment,
      KONTOR_BACKUP_URL: urlOf(target),
      KONTOR_BACKUP_SECONDS: '1',
    })
    while (filesIn(target, '.snapshot.json').length === 0) await sleep(50)
    await server.stop()
    assertRefused(await restore('unsaid', target), 1, /cannot be checked without its secret\. Set KONTOR_SECRET/)
    const words = ['restore', '--from', urlOf(target)]
    const known = await kontor({ ...elsewhere('known'), KONTOR_SECRET: 's'.repeat(40) }, ...words)
    assert.equal(known.code, 0, known.complaint)
    assert.doesNotMatch(known.output, /Note|Warning/)
    const later = { ...elsewhere('later'), KONTOR_SECRET: 't'.repeat(40), KONTOR_SECRET_PREVIOUS: 's'.repeat(40) }
    assert.equal((await kontor(later, ...words)).code, 0)
    assert.equal((await restore('lost', target, '--force', '--unauthenticated')).code, 0)
  })

  test('a backup of a newer version of Kontor is refused', async () => {
    const { target, generations } = copyOfBackup()
    changeManifest(manifestIn(target, generations[1]!), { format: FORMAT + 1 })
    assertRefused(
      await restore('unsaid', target),
      1,
      /was written by a newer version of Kontor\. Restore it with that version\.\n$/,
    )
  })

  test('without a fault, everything is restored, and files of a killed restore are removed', async () => {
    const data = join(folder, 'all')
    mkdirSync(data)
    for (const name of ['restore.99999999.partial', 'restore.99999999.partial-wal', 'kontor.db.99999999.partial'])
      writeFileSync(join(data, name), 'half')
    writeFileSync(join(data, 'another.partial'), '')
    const restored = await restore('all', whole)
    assert.equal(restored.code, 0, restored.complaint)
    assert.deepEqual(codesIn('all'), ['FIRST', 'SECOND'])
    assert.deepEqual(
      readdirSync(data).filter((name) => name.includes('partial')),
      ['another.partial'],
    )
  })
})
