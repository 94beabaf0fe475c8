import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { ADMIN } from '../support/kontor.ts'
import { type Environment, runKontor, startKontor } from '../support/process.ts'

const COMMANDS: readonly (readonly string[])[] = [
  ['user', 'add', '--email', 'sales@example.com', '--name', 'Sales', '--role', 'sales'],
  ['seed', '--items', '10'],
  ['migrate'],
  ['verify'],
]

describe('A second server on the data folder of a running one', () => {
  const parent = mkdtempSync(join(tmpdir(), 'kontor-second-'))
  after(() => rmSync(parent, { recursive: true, force: true }))
  const environmentOf = (name: string): Environment & { KONTOR_DATA: string } => ({
    KONTOR_DATA: join(parent, name),
    PORT: '0',
    KONTOR_ADMIN_PASSWORD: ADMIN.password,
    KONTOR_LOG_LEVEL: 'silent',
  })

  async function assertRefused(environment: Environment & { KONTOR_DATA: string }): Promise<void> {
    const refusal = await startKontor(environment).then(
      async (server) => `It started: ${(await server.stop('SIGKILL')).said}`,
      (error: Error) => error.message,
    )
    assert.match(refusal, /^It did not start, exit code 1: [^\n]+\n$/, 'the reason is one line')
    assert.ok(refusal.includes(environment.KONTOR_DATA), refusal)
    assert.match(refusal, /in use by another server.*Stop.*KONTOR_DATA/)
  }

  test('is refused; commands beside the server work, and after a kill -9 a server starts', async () => {
    const environment = environmentOf('alone')
    await using first = await startKontor(environment)
    await assertRefused(environment)
    for (const words of [...COMMANDS, ['backup', join(parent, 'backup.db')]]) {
      const { code, said, output } = await runKontor(words, environment)
      assert.equal(code, 0, `${words.join(' ')}: ${said}${output}`)
    }
    await assertRefused(environment)
    assert.equal((await fetch(`${first.origin}/readyz`)).status, 200)
    await first.stop('SIGKILL')
    await using second = await startKontor(environment)
    assert.equal((await fetch(`${second.origin}/readyz`)).status, 200)
    assert.equal((await second.stop()).code, 0)
    await using third = await startKontor(environment)
    assert.equal((await third.stop()).code, 0)
  })

  test('is refused if the first has workers, which belong to it', async () => {
    const environment = environmentOf('workers')
    await using first = await startKontor({ ...environment, KONTOR_WORKERS: '2' })
    await assertRefused(environment)
    await assertRefused({ ...environment, KONTOR_WORKERS: '2' })
    await first.stop('SIGKILL')
    await using second = await startKontor(environment)
    assert.equal((await second.stop()).code, 0)
  })

  test('finds a lock file that only its owner can read', { skip: process.platform === 'win32' }, () => {
    assert.equal(statSync(join(parent, 'alone', 'server.lock')).mode & 0o777, 0o600)
  })
})
