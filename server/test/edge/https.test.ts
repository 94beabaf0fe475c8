import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { databaseKinds } from '../support/databases.ts'
import { runKontor, startKontor } from '../support/process.ts'
import { ask, assertRefusal, assertUsualHeaders, exchange, openSocket, requestBytes } from '../support/raw-http.ts'

const folder = mkdtempSync(join(tmpdir(), 'kontor-https-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** A self-signed certificate. */
function createCertificate(name: string): { KONTOR_TLS_CERT: string; KONTOR_TLS_KEY: string } {
  const [certificate, key] = [join(folder, `${name}.pem`), join(folder, `${name}-key.pem`)]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  execFileSync('openssl', ['req', '-x509', ...kind, ...subject, '-keyout', key, '-out', certificate], { stdio: 'pipe' })
  return { KONTOR_TLS_CERT: certificate, KONTOR_TLS_KEY: key }
}

describe('With a certificate', () => {
  test('the server serves HTTPS itself, and refuses plain text', async () => {
    const database = await databaseKinds[0]!.create('migrated')
    const files = createCertificate('kontor')
    await using server = await startKontor({ ...database.environment, ...files })
    const certificate = readFileSync(files.KONTOR_TLS_CERT, 'utf8')
    const endpoint = { port: server.port, certificate }
    assert.match(server.origin, /^https:\/\/127\.0\.0\.1:/)

    assert.equal(await statusOf(`${server.origin}/healthz`, certificate), 200)
    const alive = await ask(endpoint, requestBytes({ target: '/healthz' }))
    assert.equal(alive.status, 200)
    assertUsualHeaders(alive)
    assertRefusal(await ask(endpoint, requestBytes({ target: '/api/v1/items' })), 401, 'UNAUTHORIZED')
    assertRefusal(await ask(endpoint, 'GARBAGE\r\n\r\n'), 400, 'BAD_REQUEST')

    const plain = openSocket({ port: server.port })
    plain.on('error', () => {}) // it may be reset
    plain.write(requestBytes({ target: '/healthz' }))
    const heard: Buffer[] = []
    plain.on('data', (chunk: Buffer) => heard.push(chunk))
    await new Promise((resolve) => plain.on('close', resolve))
    assert.doesNotMatch(Buffer.concat(heard).toString('latin1'), /alive/)
    assert.equal((await exchange(endpoint, requestBytes({ target: '/healthz' }))).length, 1)

    assert.equal((await server.stop()).code, 0)
    await database.drop()
  })
})

describe('Without a usable certificate', () => {
  const mine = createCertificate('mine')
  const other = createCertificate('other')
  const junk = join(folder, 'junk.pem')
  writeFileSync(junk, 'this is no certificate')
  const refusals = {
    'a certificate that is missing': [{ ...mine, KONTOR_TLS_CERT: join(folder, 'none.pem') }, /^KONTOR_TLS_CERT names/],
    'a key that is missing': [{ ...mine, KONTOR_TLS_KEY: join(folder, 'none.pem') }, /^KONTOR_TLS_KEY names/],
    'the key of another certificate': [{ ...mine, KONTOR_TLS_KEY: other.KONTOR_TLS_KEY }, /together: .*mismatch/],
    'a certificate that is none': [{ ...mine, KONTOR_TLS_CERT: junk }, /cannot be used together: /],
  } as const
  for (const [title, [environment, reason]] of Object.entries(refusals)) {
    test(`${title} stops the start with one line, before anything is created`, async () => {
      const data = join(folder, title.replaceAll(' ', '-'))
      const { code, said } = await runKontor(['start'], { ...environment, KONTOR_DATA: data, PORT: '0' })
      assert.equal(code, 1)
      assert.match(said, reason)
      assert.match(said, /^[^\n]+\n$/)
      assert.throws(() => readFileSync(join(data, 'kontor.db')), /ENOENT/)
    })
  }
})

/** Asked with a client that checks the certificate. */
function statusOf(address: string, certificate: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(address, { ca: certificate, agent: false }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode))
    })
    asked.on('error', reject)
    asked.end()
  })
}
