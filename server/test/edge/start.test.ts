import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { ConfigError, readConfig } from '../../src/config/config.ts'
import { type DatabaseKind, onEveryDatabase, type TestDatabase } from '../support/databases.ts'
import { type Environment, runKontor, startKontor } from '../support/process.ts'

const folder = mkdtempSync(join(tmpdir(), 'kontor-start-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const PASSWORD_LINE = /Password: +(\S+)/
const KONTOR_DATA = join(folder, 'data')

async function refusedStart(environment: Environment): Promise<string> {
  const { code, said, output } = await runKontor(['start'], { KONTOR_DATA, PORT: '0', ...environment })
  assert.equal(code, 1)
  assert.equal(output, '')
  assert.match(said, /^[^\n]+\n$/, 'the reason is one line')
  assert.doesNotMatch(said, / at .*\.ts|node:|hunter2/, 'without a stack and without a secret')
  return said
}

describe('A setting is refused with one clear line', () => {
  const refusals: readonly [environment: Environment, reason: RegExp][] = [
    [{ PORT: 'abc' }, /^PORT must be a whole number from 0 to 65535\.$/],
    [{ PORT: '65536' }, /^PORT must be/],
    [{ PORT: '-1' }, /^PORT must be/],
    [{ DATABASE_URL: 'mysql://root:hunter2@localhost/x' }, /^DATABASE_URL must begin with postgres:/],
    [
      { KONTOR_DATABASE_CONNECT_TIMEOUT: '0' },
      /^KONTOR_DATABASE_CONNECT_TIMEOUT must be a whole number from 1 to 60\.$/,
    ],
    [{ KONTOR_DATABASE_STATEMENT_TIMEOUT: '30s' }, /^KONTOR_DATABASE_STATEMENT_TIMEOUT must be a whole number/],
    [{ KONTOR_DATABASE_LOCK_TIMEOUT: '-1' }, /^KONTOR_DATABASE_LOCK_TIMEOUT must be a whole number/],
    [{ KONTOR_SECRET: 'hunter2' }, /^KONTOR_SECRET must have at least 32 characters\.$/],
    [{ KONTOR_SECRET_PREVIOUS: 'hunter2' }, /^KONTOR_SECRET_PREVIOUS must have at least 32 characters\.$/],
    [{ KONTOR_ADMIN_EMAIL: 'no-address' }, /^KONTOR_ADMIN_EMAIL must be an e-mail address\.$/],
    [{ KONTOR_ADMIN_PASSWORD: 'hunter2' }, /^KONTOR_ADMIN_PASSWORD must have/],
    [{ KONTOR_PLAN: 'gold' }, /^KONTOR_PLAN must be free, pro, enterprise, or custom:/],
    [{ KONTOR_PLAN: 'custom:0/10' }, /^KONTOR_PLAN must be/],
    [{ KONTOR_DEMO: 'maybe' }, /^KONTOR_DEMO must be/],
    [{ KONTOR_TLS_CERT: 'some.pem' }, /^KONTOR_TLS_CERT and KONTOR_TLS_KEY must be set together\.$/],
    [{ KONTOR_TLS_KEY: 'some.pem' }, /^KONTOR_TLS_CERT and KONTOR_TLS_KEY must be set together\.$/],
    [{ KONTOR_BASE_URL: 'kontor.example.com' }, /^KONTOR_BASE_URL must be an address/],
    [{ KONTOR_TRUST_PROXY: '10.0.0.0/33' }, /^KONTOR_TRUST_PROXY contains "10.0.0.0\/33"/],
    [{ KONTOR_TRUST_PROXY: 'proxy' }, /^KONTOR_TRUST_PROXY contains "proxy"/],
    [{ KONTOR_METRICS_TOKEN: 'hunter2' }, /^KONTOR_METRICS_TOKEN must have at least 16 characters/],
    [{ KONTOR_DOCS: 'no' }, /^KONTOR_DOCS must be one of on, off\.$/],
    [{ KONTOR_SECURITY_CONTACT: 'security' }, /^KONTOR_SECURITY_CONTACT must be an address such as mailto:/],
    [{ KONTOR_SMTP_URL: 'mail.example.com' }, /^KONTOR_SMTP_URL must be an address such as smtp:\/\//],
    [{ KONTOR_SMTP_URL: 'http://user:hunter2@mail.example.com' }, /^KONTOR_SMTP_URL must be an address/],
    [{ KONTOR_MAIL_FROM: 'Kontor' }, /^KONTOR_MAIL_FROM must be an e-mail address such as/],
    [{ KONTOR_SMTP_URL: 'smtp://mail.example.com' }, /^KONTOR_SMTP_URL and KONTOR_MAIL_FROM must be set together\.$/],
    [
      { KONTOR_SMTP_URL: 'smtp://mail.example.com', KONTOR_MAIL_FROM: 'Kontor <kontor@example.com>' },
      /^KONTOR_BASE_URL must be set where mail is sent/,
    ],
    [{ KONTOR_LOG_LEVEL: 'loud' }, /^KONTOR_LOG_LEVEL must be one of/],
    [{ KONTOR_DRAIN_SECONDS: '1.5' }, /^KONTOR_DRAIN_SECONDS must be a whole number/],
  ]
  for (const [environment, reason] of refusals) {
    test(Object.entries(environment).join(), () => {
      assert.throws(
        () => readConfig(environment),
        (error: Error) => {
          assert.ok(error instanceof ConfigError)
          assert.match(error.message, reason)
          assert.doesNotMatch(error.message, /\n|hunter2/)
          return true
        },
      )
    })
  }
})

describe('A start is refused with one clear line', () => {
  test('for a setting that is wrong', async () => {
    assert.match(await refusedStart({ PORT: 'abc' }), /^PORT must be/)
  })

  test('for a database that cannot be reached', async () => {
    const url = 'postgres://kontor:hunter2@localhost:1/kontor'
    assert.match(await refusedStart({ DATABASE_URL: url }), /^The database at localhost:1 cannot .*ECONNREFUSED/)
  })

  test('for a database of which no host can be reached, with each of them', async () => {
    const url = 'postgres://kontor:hunter2@localhost:1,127.0.0.1:2/kontor'
    const said = await refusedStart({ DATABASE_URL: url })
    assert.match(said, /^The database at localhost:1,127\.0\.0\.1:2 cannot be opened: no host accepts writes/)
    assert.match(said, /\(localhost:1: .*; 127\.0\.0\.1:2: .*ECONNREFUSED/)
  })

  test('for a database address that asks for a standby', async () => {
    const url = 'postgres://kontor:hunter2@localhost:1/kontor?target_session_attrs=standby'
    assert.match(await refusedStart({ DATABASE_URL: url }), /: target_session_attrs must be read-write or primary/)
  })

  test('for an invalid database address', async () => {
    const url = 'postgres://kontor:hunter2@[bad/kontor'
    assert.match(await refusedStart({ DATABASE_URL: url }), /^The database at DATABASE_URL cannot be opened/)
  })

  test('for a data folder that cannot be used', async () => {
    const file = join(folder, 'a-file')
    writeFileSync(file, 'not a folder')
    assert.match(await refusedStart({ KONTOR_DATA: join(file, 'data') }), /^The database at .* cannot be opened/)
  })

  test('for a file that is no database', async () => {
    const data = mkdtempSync(join(folder, 'no-database-'))
    writeFileSync(join(data, 'kontor.db'), 'this is no database, and long enough to be looked at. '.repeat(100))
    assert.match(await refusedStart({ KONTOR_DATA: data }), /^The database at .* cannot be opened/)
  })

  test('for each setting that is wrong, all at once', async () => {
    const { code, said } = await runKontor(['start'], { PORT: 'abc', KONTOR_PLAN: 'gold', KONTOR_TLS_KEY: 'x' })
    assert.equal(code, 1)
    assert.deepEqual(
      said
        .trimEnd()
        .split('\n')
        .map((line) => line.split(' ')[0]),
      ['PORT', 'KONTOR_PLAN', 'KONTOR_TLS_CERT'],
    )
  })
})

describe('An address that cannot be used', () => {
  test('stops the start with one line, after the password that is shown only once', async () => {
    const occupant = createServer()
    await new Promise<void>((resolve) => occupant.listen(0, '127.0.0.1', resolve))
    const { port } = occupant.address() as { port: number }
    const environment = { KONTOR_DATA: join(folder, 'occupied'), PORT: String(port) }

    const first = await runKontor(['start'], environment)
    assert.equal(first.code, 1)
    assert.match(first.said, new RegExp(`\nCannot listen at 127.0.0.1, port ${port}: another program uses that port`))
    const [, password] = PASSWORD_LINE.exec(first.said)!
    assert.match(await refusedStart(environment), /^Cannot listen at/)
    occupant.close()

    await using server = await startKontor(environment)
    const body = JSON.stringify({ email: 'admin@kontor.local', password })
    const headers = { 'content-type': 'application/json' }
    const login = await fetch(`${server.origin}/api/v1/auth/login`, { method: 'POST', headers, body })
    assert.equal(login.status, 200)
    assert.equal((await server.stop()).code, 0)
  })

  test('may also be one that this machine does not have', async () => {
    const data = { KONTOR_DATA: join(folder, 'elsewhere'), KONTOR_ADMIN_PASSWORD: 'a-password-for-tests' }
    await runKontor(['migrate'], data)
    for (const HOST of ['203.0.113.77', 'nowhere.invalid']) {
      const { code, said } = await runKontor(['start'], { ...data, HOST, PORT: '0' })
      assert.equal(code, 1)
      assert.match(said, /Cannot listen at .* Set HOST to another one\.\n$/)
    }
  })
})

onEveryDatabase('The first start', (kind: DatabaseKind) => {
  let database: TestDatabase | undefined
  after(() => database?.drop())

  test('prints the address, the administrator and their password once; the next start does not', async () => {
    database = await kind.create()
    await using first = await startKontor(database.environment)
    assert.match(first.origin, /^http:\/\/127\.0\.0\.1:\d+$/)
    assert.match(first.said(), /First administrator: admin@kontor\.local\n/)
    const [, password] = PASSWORD_LINE.exec(first.said())!
    assert.match(password!, /^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/)
    const { code, output } = await first.stop()
    assert.equal(code, 0)
    assert.ok(!output.includes(password!), 'the password is not in the log')

    await using second = await startKontor(database.environment)
    assert.doesNotMatch(second.said(), /administrator|Password/)
    const { code: secondCode, said } = await second.stop('SIGINT')
    assert.equal(secondCode, 0)
    assert.doesNotMatch(said, /administrator|Password/)
  })

  test('takes the administrator from the settings if they name one, and does not print the password', async () => {
    const own = await kind.create()
    const settings = { KONTOR_ADMIN_EMAIL: 'Owner@Example.com', KONTOR_ADMIN_PASSWORD: 'hunter2-but-longer' }
    await using server = await startKontor({ ...own.environment, ...settings })
    assert.match(server.said(), /First administrator: owner@example\.com\n/)
    const { said, output } = await server.stop()
    assert.doesNotMatch(said + output, /hunter2/)
    await own.drop()
  })
})

onEveryDatabase('The password of the first administrator', (kind) => {
  test('is refused if it is one of the most common ones, and is not judged when it is no longer used', async () => {
    const own = await kind.create()
    const weak = { ...own.environment, KONTOR_ADMIN_PASSWORD: 'PassWord1' }
    const { code, said, output } = await runKontor(['start'], { ...weak, PORT: '0' })
    assert.deepEqual([code, output], [1, ''])
    assert.equal(said, 'KONTOR_ADMIN_PASSWORD is one of those that are tried first; choose another.\n')
    const address = { KONTOR_ADMIN_EMAIL: 'owner@example.com', KONTOR_ADMIN_PASSWORD: 'Owner@Example.com' }
    assert.match(
      (await runKontor(['start'], { ...weak, ...address })).said,
      /must not be the name or the e-mail address/,
    )
    for (const settings of [{ ...weak, KONTOR_ADMIN_PASSWORD: 'a-password-for-tests' }, weak]) {
      await using server = await startKontor(settings)
      assert.equal((await server.stop()).code, 0)
    }
    await own.drop()
  })
})

describe('The command "config"', () => {
  test('shows every setting in force, and masks the secrets', async () => {
    const { code, output } = await runKontor(['config'], {
      PORT: '8123',
      DATABASE_URL: 'postgres://kontor:hunter2@db.example/kontor',
      KONTOR_SECRET: 'hunter2-hunter2-hunter2-hunter2-hunter2',
      KONTOR_SECRET_PREVIOUS: 'hunter2-hunter2-hunter2-hunter2-hunter2-hunter2',
      KONTOR_ADMIN_PASSWORD: 'hunter2hunter2',
    })
    assert.equal(code, 0)
    assert.doesNotMatch(output, /hunter2/)
    assert.match(output, /^PORT +8123\n/m)
    for (const name of ['DATABASE_URL', 'KONTOR_SECRET', 'KONTOR_SECRET_PREVIOUS', 'KONTOR_ADMIN_PASSWORD'])
      assert.match(output, new RegExp(`^${name} +\\*{8}\n`, 'm'))
    assert.match(output, /^KONTOR_PLAN +enterprise +\[default\]/m)
  })

  test('fails on a setting that is not valid', async () => {
    const { code, said } = await runKontor(['config'], { KONTOR_PLAN: 'gold' })
    assert.equal(code, 1)
    assert.match(said, /^KONTOR_PLAN must be/)
  })
})
