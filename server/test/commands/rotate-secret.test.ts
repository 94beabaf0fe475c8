import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { onEveryDatabase, type TestDatabase } from '../support/databases.ts'
import { ADMIN } from '../support/kontor.ts'
import { type ServerProcess, startKontor } from '../support/process.ts'
import { assertRefused, type Environment, kontor } from './command-line.ts'

async function post({ origin }: ServerProcess, path: string, body: object) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${origin}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  return { status: response.status, body: (await response.json()) as any }
}

onEveryDatabase('kontor rotate-secret', (kind) => {
  const isEmbedded = kind.name === 'SQLite'
  let database: TestDatabase
  let environment: Environment
  let refreshToken = ''
  before(async () => {
    database = await kind.create('migrated')
    environment = { ...database.environment, KONTOR_ADMIN_PASSWORD: ADMIN.password, KONTOR_LOG_LEVEL: 'warn' }
  })
  after(() => database.drop())

  async function whileRunning(work: (server: ServerProcess) => Promise<void>): Promise<void> {
    await using server = await startKontor(environment)
    await work(server)
    assert.equal((await server.stop()).code, 0)
  }
  async function succeed(...words: string[]): Promise<string> {
    const { code, output, complaint } = await kontor(environment, ...words)
    assert.equal(code, 0, complaint + output)
    return output
  }
  const refresh = async (server: ServerProcess) => {
    const { status, body } = await post(server, '/auth/refresh', { refreshToken })
    if (status === 200) refreshToken = body.data.refreshToken
    return status
  }
  const file = (name: string) => join(database.environment.KONTOR_DATA, name)

  test('replaces the generated secret; users stay signed in, and the audit log stays verifiable', async () => {
    await whileRunning(async (server) => {
      refreshToken = (await post(server, '/auth/login', ADMIN)).body.data.refreshToken
      if (isEmbedded) assertRefused(await kontor(environment, 'rotate-secret'), 1, /in use by another server/)
    })
    const before = isEmbedded ? readFileSync(file('secret.key'), 'utf8') : ''
    assert.match(await succeed('rotate-secret'), /^A new secret is in place\. .*--forget"\.\n$/)
    if (isEmbedded) {
      assert.notEqual(readFileSync(file('secret.key'), 'utf8'), before)
      assert.equal(readFileSync(file('secret.previous.key'), 'utf8'), before)
      assert.equal(statSync(file('secret.previous.key')).mode & 0o777, 0o600)
    }
    await whileRunning(async (server) => assert.equal(await refresh(server), 200))
    assert.match(await succeed('verify'), /^audit log +\d+ checked: ok\. /m)
  })

  test('can be done twice; --forget refuses what the earlier secrets have sealed', async () => {
    await succeed('rotate-secret')
    await whileRunning(async (server) => assert.equal(await refresh(server), 200))
    await succeed('rotate-secret')
    assert.match(await succeed('rotate-secret', '--forget'), /^Earlier secrets are forgotten\./)
    if (isEmbedded) assert.equal(existsSync(file('secret.previous.key')), false)
    await whileRunning(async (server) => assert.equal(await refresh(server), 401))
    assert.match(await succeed('verify'), /^audit log +\d+ checked: ok\. /m)
  })

  test('refuses to change a secret that is set by KONTOR_SECRET, and says how to', async () => {
    const set = { ...environment, KONTOR_SECRET: 'a secret of at least 32 characters' }
    assertRefused(await kontor(set, 'rotate-secret'), 1, /set by KONTOR_SECRET\. .*KONTOR_SECRET_PREVIOUS/)
    assertRefused(await kontor(environment, 'rotate-secret', '--forget', '--lost'), 2, /either --forget or --lost/)
  })

  test('--lost starts again with another secret, which every other command refuses before', async () => {
    if (isEmbedded) rmSync(file('secret.key'))
    else environment = { ...environment, KONTOR_SECRET: 'another secret of more than 32 characters' }
    if (!isEmbedded) await succeed('rotate-secret', '--forget') // the generated one would still be accepted
    const unknown = isEmbedded
      ? environment
      : { ...environment, KONTOR_SECRET: 'yet another secret, not the one in use' }
    const refused = await kontor(unknown, 'start')
    assertRefused(refused, 1, isEmbedded ? /is missing/ : /is not the secret that this database was last used with/)
    assert.match(refused.complaint, /^[^\n]+--lost"[^\n]+\n$/, 'the reason is one line')
    if (isEmbedded) assert.equal(existsSync(file('secret.key')), false)
    environment = unknown
    await succeed('rotate-secret', '--lost')
    await whileRunning(async (server) => {
      assert.equal(await refresh(server), 401)
      assert.equal((await post(server, '/auth/login', ADMIN)).status, 200)
    })
    const { code, output } = await kontor(environment, 'verify')
    assert.equal(code, 1)
    assert.match(output, /The secret was changed without the previous one|Its seal does not fit/)
  })
})

onEveryDatabase('kontor rotate-signing-key', (kind) => {
  test('publishes another key, and --revoke withdraws all others', async () => {
    const database = await kind.create('migrated')
    const environment = { ...database.environment, KONTOR_ADMIN_PASSWORD: ADMIN.password, KONTOR_LOG_LEVEL: 'warn' }
    const published = async (): Promise<string[]> => {
      await using server = await startKontor(environment)
      const { keys } = (await (await fetch(`${server.origin}/oauth/jwks`)).json()) as { keys: { kid: string }[] }
      await server.stop()
      return keys.map(({ kid }) => kid)
    }
    const [first] = await published()
    assert.equal(
      (await kontor(environment, 'rotate-signing-key')).output,
      'A new key is published. It signs in 75 minutes.\n',
    )
    const both = await published()
    assert.deepEqual([both.length, both.includes(first!)], [2, true])
    const { code, output } = await kontor(environment, 'rotate-signing-key', '--revoke')
    assert.deepEqual([code, /earlier ones are withdrawn/.test(output)], [0, true], output)
    const [only, ...others] = await published()
    assert.deepEqual([others, both.includes(only!)], [[], false])
    await database.drop()
  })
})
