import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEveryDatabase, type TestDatabase } from '../support/databases.ts'
import { ADMIN } from '../support/kontor.ts'
import { runKontor } from '../support/process.ts'
import { assertRefused, type Client, type Environment, kontor, withClient } from './command-line.ts'

onEveryDatabase('kontor user password', (kind) => {
  let database: TestDatabase
  let environment: Environment
  before(async () => {
    database = await kind.create('migrated')
    environment = { ...database.environment, KONTOR_ADMIN_PASSWORD: ADMIN.password }
  })
  after(() => database.drop())
  const set = (email: string, ...more: string[]) => kontor(environment, 'user', 'password', '--email', email, ...more)
  const login = ({ call }: Client, password: string) => call('POST', '/auth/login', { email: ADMIN.email, password })

  test('prints a password that the user can sign in with, ends the sessions, and is audited, while a server runs', async () => {
    const printed = await withClient(environment, ADMIN, async (client) => {
      const { code, output, complaint } = await set(` ${ADMIN.email.toUpperCase()} `)
      assert.equal(code, 0, complaint)
      const [, password] =
        /^Set a new password for \S+\. All sessions of the user have ended\.\nPassword: (\S+) {3}\(shown this once; keep it\)\n$/.exec(
          output,
        ) ?? []
      assert.ok(password, output)
      assert.equal((await client.call('GET', '/auth/me')).status, 401)
      assert.equal((await login(client, ADMIN.password)).status, 401)
      return password
    })
    await withClient(environment, { ...ADMIN, password: printed }, async ({ call }) => {
      const { body } = await call('GET', '/audit-log?resource=users&action=update')
      assert.deepEqual([body.data[0].operation, body.data[0].actor], ['users.update', null])
      assert.ok(!JSON.stringify(body).includes(printed))
    })
  })

  test('reads a password from standard input, and does not print it', async () => {
    const words = ['user', 'password', '--email', ADMIN.email, '--password-stdin']
    const { code, output, said } = await runKontor(words, environment, { stdin: 'pass word 9\n' })
    const told = `Set a new password for ${ADMIN.email}. All sessions of the user have ended.\n`
    assert.deepEqual([code, output, said], [0, told, ''])
    await withClient(environment, { ...ADMIN, password: 'pass word 9' }, async () => {})
  })

  test('refuses an unknown user, a service, an inactive user and a weak password, and changes nothing', async () => {
    await withClient(environment, { ...ADMIN, password: 'pass word 9' }, async ({ call }) => {
      const others = [
        { email: 'shop@example.com', name: 'Shop', role: 'viewer', type: 'service' },
        { email: 'gone@example.com', name: 'Gone', role: 'viewer', isActive: false },
      ]
      for (const other of others) assert.equal((await call('POST', '/users', other)).status, 201)
    })
    assertRefused(
      await set('unknown@example.com'),
      1,
      /^There is no user with the e-mail address unknown@example\.com\.\n$/,
    )
    assertRefused(await set('shop@example.com'), 1, /^shop@example\.com is a service\. .*API keys\.\n$/)
    assertRefused(await set('gone@example.com'), 1, /^gone@example\.com is inactive\. Activate the user first\.\n$/)
    const weak = await runKontor(['user', 'password', '--email', ADMIN.email, '--password-stdin'], environment, {
      stdin: 'trustno1\n',
    })
    assert.deepEqual([weak.code, weak.output], [1, ''])
    assert.match(weak.said, /^The password is one of those that are tried first; choose another\.\n$/)
    await withClient(environment, { ...ADMIN, password: 'pass word 9' }, async () => {})
  })

  test('without an address is called the wrong way', async () => {
    assertRefused(await kontor(environment, 'user', 'password'), 2, /^--email: This field is required\.\n$/)
  })
})
