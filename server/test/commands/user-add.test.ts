import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEveryDatabase, type TestDatabase } from '../support/databases.ts'
import { ADMIN } from '../support/kontor.ts'
import { runKontor } from '../support/process.ts'
import { assertRefused, type Environment, kontor, withClient } from './command-line.ts'

onEveryDatabase('kontor user add', (kind) => {
  let database: TestDatabase
  let environment: Environment
  before(async () => {
    database = await kind.create('migrated')
    environment = { ...database.environment, KONTOR_ADMIN_PASSWORD: ADMIN.password }
  })
  after(() => database.drop())
  const add = (email: string, name: string, role: string, ...more: string[]) =>
    kontor(environment, 'user', 'add', '--email', email, '--name', name, '--role', role, ...more)
  const me = (email: string, password: string) =>
    withClient(environment, { email, password }, async ({ call }) => (await call('GET', '/auth/me')).body.data)

  test('adds a user who can sign in with the password that is printed', async () => {
    const { code, output, complaint } = await add('anna@example.com', 'Anna', 'sales')
    assert.equal(code, 0, complaint)
    assert.match(
      output,
      /\nAdded anna@example\.com with the role sales\.\nPassword: \S+ {3}\(shown this once; keep it\)\n$/,
    )
    const { name, role } = await me('anna@example.com', /\nPassword: (\S+)/.exec(output)![1]!)
    assert.deepEqual([name, role], ['Anna', 'sales'])
  })

  test('does not prevent the creation of the first administrator', async () => {
    assert.equal((await me(ADMIN.email, ADMIN.password)).role, 'admin')
  })

  test('takes a password, does not print it, and works while a server runs', async () => {
    await withClient(environment, ADMIN, async ({ call }) => {
      const { code, output, complaint } = await add(' Ben@Example.com ', 'Ben', 'viewer', '--password', 'pass word 8')
      assert.equal(code, 0, complaint)
      assert.equal(output, 'Added ben@example.com with the role viewer.\n')
      const { body } = await call('GET', '/users?name=Ben')
      assert.equal(body.data[0].email, 'ben@example.com')
      const { status } = await call('POST', '/auth/login', { email: 'ben@example.com', password: 'pass word 8' })
      assert.equal(status, 200)
    })
  })

  test('warns that a password on the command line can be seen by others', async () => {
    const { code, complaint } = await add('eve@example.com', 'Eve', 'viewer', '--password', 'pass word 8')
    assert.equal(code, 0)
    assert.match(complaint, /^Warning: .*list of processes.* Use --password-stdin\.\n$/)
  })

  test('reads a password from standard input, and prints neither it nor a warning', async () => {
    const words = ['user', 'add', '--email', 'dora@example.com', '--name', 'Dora', '--role', 'viewer']
    const piped = (stdin: string) => runKontor([...words, '--password-stdin'], environment, { stdin })
    const { code, output, said } = await piped('pass word 9\nand a second line')
    assert.deepEqual([code, output, said], [0, 'Added dora@example.com with the role viewer.\n', ''])
    assert.equal((await me('dora@example.com', 'pass word 9')).name, 'Dora')
    for (const [stdin, fault] of [
      ['', /^--password-stdin: Standard input contains no password\.\n$/],
      ['trustno1\n', /^--password: The password is one of those that are tried first; choose another\.\n$/],
    ] as const) {
      const refused = await piped(stdin)
      assert.deepEqual([refused.code, refused.output], [2, ''])
      assert.match(refused.said, fault)
    }
  })

  test('refuses an address that another user has, in whatever case', async () => {
    for (const email of ['BEN@example.com', ADMIN.email]) {
      assertRefused(await add(email, 'Twin', 'viewer'), 1, /^email "\S+" is already used by user usr_\w+\.\n$/)
    }
  })

  test('refuses a role that does not exist and names those that do', async () => {
    const refused = await add('clara@example.com', 'Clara', 'sells')
    assertRefused(refused, 1, /^There is no role "sells"\. Did you mean "sales"\? The roles are admin, .*viewer\.\n$/)
    assert.equal((await add('clara@example.com', 'Clara', 'sales')).code, 0)
  })
})
