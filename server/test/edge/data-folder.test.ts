import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { ADMIN } from '../support/kontor.ts'
import { runKontor, startKontor } from '../support/process.ts'

describe('The data folder of the embedded database', () => {
  const parent = mkdtempSync(join(tmpdir(), 'kontor-folder-'))
  const KONTOR_DATA = join(parent, 'data')
  const environment = { KONTOR_DATA, PORT: '0', KONTOR_ADMIN_PASSWORD: ADMIN.password }
  const secretFile = join(KONTOR_DATA, 'secret.key')
  const backup = join(parent, 'backup.db')
  let secret = ''
  before(async () => {
    await using server = await startKontor(environment)
    await server.stop()
    secret = readFileSync(secretFile, 'utf8')
    assert.equal((await runKontor(['backup', backup], environment)).code, 0)
  })
  after(() => rmSync(parent, { recursive: true, force: true }))

  async function refusedStart(): Promise<string> {
    const { code, said, output } = await runKontor(['start'], environment)
    assert.deepEqual([code, output], [1, ''])
    assert.match(said, /^[^\n]+\n$/, 'the reason is one line')
    return said
  }
  const signIn = async (origin: string) =>
    (
      await fetch(`${origin}/api/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(ADMIN),
      })
    ).status

  test('has a secret that only its owner reads, and no unfinished file beside it', () => {
    assert.ok(secret.trim().length >= 32)
    if (process.platform !== 'win32') assert.equal(statSync(secretFile).mode & 0o777, 0o600)
    assert.deepEqual(
      readdirSync(KONTOR_DATA).filter((name) => name.startsWith('secret')),
      ['secret.key'],
    )
  })

  for (const [title, damaged] of [
    ['empty', ''],
    ['too short', 'abc\n'],
  ] as const)
    test(`is refused if its secret.key is ${title}, and the file stays as it is`, async () => {
      writeFileSync(secretFile, damaged)
      assert.match(await refusedStart(), /secret\.key is damaged: it must hold at least 32 characters .*Bring it back/)
      assert.equal(readFileSync(secretFile, 'utf8'), damaged)
      writeFileSync(secretFile, secret)
    })

  test('is refused if its secret.key cannot be read', async () => {
    rmSync(secretFile)
    mkdirSync(secretFile)
    assert.match(await refusedStart(), /secret\.key cannot be read: EISDIR/)
    rmdirSync(secretFile)
    writeFileSync(secretFile, secret)
  })

  for (const [title, lose] of [
    ['is missing', (file: string) => rmSync(file)],
    ['is empty', (file: string) => writeFileSync(file, '')],
  ] as const)
    test(`is refused if its database ${title}: no new company begins until secret.key is removed`, async () => {
      const file = join(KONTOR_DATA, 'kontor.db')
      lose(file)
      assert.match(await refusedStart(), /no database at .*kontor\.db.*kontor restore.*remove secret\.key/)
      const { code, said } = await runKontor(['verify'], environment)
      assert.deepEqual([code, /no database at/.test(said)], [1, true], said)
      assert.equal(existsSync(file) && statSync(file).size > 0, false)

      const restored = await runKontor(['restore', backup], environment)
      assert.equal(restored.code, 0, restored.said)
      await using server = await startKontor(environment)
      assert.equal(await signIn(server.origin), 200)
      await server.stop()
    })

  test('begins a new company where neither a database nor a secret is', async () => {
    rmSync(KONTOR_DATA, { recursive: true })
    await using server = await startKontor(environment)
    assert.equal(await signIn(server.origin), 200)
    await server.stop()
  })
})
