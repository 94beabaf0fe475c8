import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { databaseKinds } from '../support/databases.ts'
import { startKontor } from '../support/process.ts'
import { assertRefusal, frontDoorFor } from '../support/raw-http.ts'

const TOKEN = 'a-token-for-prometheus'
const CONTACT = 'mailto:security@kontor.example'
const PAGE = { Accept: 'text/html', Authorization: null }

describe('A server with closed metrics and without the explorer', () => {
  const door = frontDoorFor(databaseKinds[0]!, {
    environment: {
      KONTOR_METRICS_TOKEN: TOKEN,
      KONTOR_DOCS: 'off',
      KONTOR_SECURITY_CONTACT: CONTACT,
      KONTOR_BASE_URL: 'https://kontor.example',
    },
  })
  const metrics = (Authorization: string | null) => door().ask('GET', '/metrics', { headers: { Authorization } })

  test('shows its metrics only with the token', async () => {
    for (const authorization of [null, 'Bearer wrong', TOKEN, `bearer ${TOKEN}x`])
      assertRefusal(await metrics(authorization), 401, 'UNAUTHORIZED')
    const answer = await metrics(`Bearer ${TOKEN}`)
    assert.equal(answer.status, 200)
    assert.match(answer.text, /kontor_http_request_seconds/)
  })

  test('answers 404 at /docs, to browsers too', async () => {
    for (const path of ['/docs', '/docs/explorer.js'])
      assertRefusal(await door().ask('GET', path, { headers: PAGE }), 404, 'NOT_FOUND')
  })

  test('publishes the contact for security reports', async () => {
    const answer = await door().ask('GET', '/.well-known/security.txt', { headers: PAGE })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['content-type'], 'text/plain; charset=utf-8')
    const [contact, expires = '', ...others] = answer.text.trim().split('\n')
    assert.equal(contact, `Contact: ${CONTACT}`)
    assert.ok(Date.parse(expires.replace('Expires: ', '')) > Date.now())
    assert.ok(others.includes('Canonical: https://kontor.example/.well-known/security.txt'))
  })
})

describe('A server with the default settings', () => {
  const door = frontDoorFor(databaseKinds[0]!)

  test('answers 404 for unknown paths below /.well-known, security.txt included', async () => {
    for (const name of ['security.txt', 'change-password', 'nothing/at/all'])
      assertRefusal(await door().ask('GET', `/.well-known/${name}`, { headers: PAGE }), 404, 'NOT_FOUND')
  })

  test('isolates its pages from windows of other sites, and denies them devices', async () => {
    for (const path of ['/', '/docs']) {
      const { headers } = await door().ask('GET', path, { headers: PAGE })
      assert.equal(headers['cross-origin-opener-policy'], 'same-origin', path)
      assert.match(headers['permissions-policy'] ?? '', /camera=\(\).*microphone=\(\)/, path)
    }
  })
})

describe('At its start, a server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-exposure-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const saidBy = async (environment: Record<string, string>) => {
    await using server = await startKontor({ KONTOR_DATA: folder, ...environment })
    return (await server.stop()).said
  }

  test('warns if other machines can reach it without HTTPS', async () => {
    assert.match(await saidBy({ HOST: '0.0.0.0' }), /Warning: other machines can reach this address.*HTTPS/)
  })

  test('does not warn on the loopback address or behind a proxy with HTTPS', async () => {
    assert.doesNotMatch(await saidBy({}), /Warning/)
    const behindProxy = { HOST: '0.0.0.0', PORT: '0', KONTOR_BASE_URL: 'https://kontor.example' }
    assert.doesNotMatch(await saidBy(behindProxy), /Warning/)
  })
})
