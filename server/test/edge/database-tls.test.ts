import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { accountToRunAs, type PostgresServer, startPostgres } from '../../../scripts/postgres.ts'
import { hasPostgres } from '../support/postgres-member.ts'
import { type Outcome, runKontor } from '../support/process.ts'

const hasOpenssl = spawnSync('openssl', ['version']).status === 0
const reason = hasPostgres() ? !hasOpenssl && 'openssl is not installed' : 'there is no PostgreSQL here'

describe('PostgreSQL with TLS', { skip: reason }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-tls-'))
  const pem = (name: string) => join(folder, `${name}.pem`)
  const key = (name: string) => join(folder, `${name}.key`)
  let server: PostgresServer

  const certify = (name: string, ...more: string[]) => {
    const files = ['-keyout', key(name), '-out', pem(name)]
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', `/CN=${name}`]
    execFileSync('openssl', ['req', '-x509', ...kind, ...files, '-days', '2', ...more], { stdio: 'ignore' })
  }
  const migrate = (parameters: string, host = '127.0.0.1'): Promise<Outcome> => {
    const DATABASE_URL = Object.assign(new URL(server.url), { hostname: host, search: parameters }).href
    return runKontor(['migrate'], { KONTOR_DATA: folder, DATABASE_URL })
  }

  before(async () => {
    chmodSync(folder, 0o755)
    certify('authority')
    certify('other')
    certify('server', '-CA', pem('authority'), '-CAkey', key('authority'), '-addext', 'subjectAltName=IP:127.0.0.1')
    const account = accountToRunAs()
    if (account) chownSync(key('server'), account.uid, account.gid)
    server = (await startPostgres())!
  })
  after(() => {
    server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('is refused with one clear line if the server does not offer it', async () => {
    const { code, said } = await migrate(`?sslmode=verify-full&sslrootcert=${pem('authority')}`)
    assert.deepEqual([code, /^The database at \S+ cannot be opened: .*SSL.*\.\n$/.test(said)], [1, true], said)
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    for (const [name, value] of Object.entries({
      ssl_cert_file: pem('server'),
      ssl_key_file: key('server'),
      ssl: 'on',
    }))
      await client.query(`alter system set ${name} = '${value}'`)
    await client.query('select pg_reload_conf()')
    await client.end()
  })

  const refusals: readonly [title: string, parameters: string, reason: RegExp, host?: string][] = [
    ['a certificate of another authority', `sslrootcert=${pem('other')}`, /its certificate is refused: .*sslrootcert/],
    ['a certificate for another host', `sslrootcert=${pem('authority')}`, /is refused: .*localhost/, 'localhost'],
    ['a missing file of the authority', `sslrootcert=${pem('missing')}`, /no such file .*missing\.pem/],
  ]
  for (const [title, parameters, expected, host] of refusals)
    test(`is refused with one clear line: ${title}`, async () => {
      const { code, said } = await migrate(`?sslmode=verify-full&${parameters}`, host)
      assert.equal(code, 1)
      assert.match(said, /^The database at \S+ cannot be opened: [^\n]+\.\n$/)
      assert.match(said, expected)
    })

  test('is used with the certificate of the right authority', async () => {
    const { code, said } = await migrate(`?sslmode=verify-full&sslrootcert=${pem('authority')}`)
    assert.equal(code, 0, said)
  })
})
