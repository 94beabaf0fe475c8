import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { onEveryDatabase } from '../../server/test/support/databases.ts'
import { kontorFor } from '../../server/test/support/kontor.ts'

const asBrowser = { token: null, headers: { accept: 'text/html,application/xhtml+xml' } }

onEveryDatabase('The web interface is served', (kind) => {
  const kontor = kontorFor(kind)

  for (const address of ['', 'items', 'items/itm_1/edit', 'settings/company?tab=address']) {
    test(`a browser that opens /${address} gets the one page, under a strict content security policy`, async () => {
      const { status, headers, text } = await kontor().get(`root:/${address}`, asBrowser)
      assert.equal(status, 200)
      assert.match(headers['content-type']!, /^text\/html/)
      assert.match(text, /<div id="root">/)
      assert.equal(headers['cache-control'], 'no-cache')
      const policy = headers['content-security-policy']!
      assert.match(policy, /default-src 'none'; script-src 'self';/)
      assert.match(policy, /frame-ancestors 'none'/)
      assert.doesNotMatch(policy, /unsafe-eval|script-src[^;]*unsafe-inline/)
    })
  }

  test('the policy allows the one script in the page itself by its digest, and no other', async () => {
    const { headers, text } = await kontor().get('root:/', asBrowser)
    const [, script] = /<script>(.*?)<\/script>/s.exec(text)!
    const digest = hash('sha256', script!, 'base64')
    assert.match(headers['content-security-policy']!, /script-src-elem 'self' 'sha256-[^' ]+';/)
    assert.ok(headers['content-security-policy']!.includes(digest))
  })

  test('its files are immutable under their name, and compressed', async () => {
    const { text } = await kontor().get('root:/', asBrowser)
    const [, script] = /src="\/assets\/(app-[^"]+\.js)"/.exec(text)!
    const headers = { 'accept-encoding': 'gzip, br' }
    const answer = await kontor().get(`root:/assets/${script}`, { token: null, headers })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['content-encoding'], 'br')
    assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.match(answer.headers['content-type']!, /javascript/)
  })

  test('a client that does not ask for a page gets 404 in the envelope', async () => {
    for (const address of ['nowhere', 'assets/nothing.js', 'assets/../../package.json', '']) {
      const { body, status } = await kontor().get(`root:/${address}`, { token: null })
      assert.ok(status === 404 || status === 400, `${address}: ${status}`)
      assert.equal(body.success, false)
    }
    const { status, body } = await kontor().get('/nowhere', { headers: asBrowser.headers })
    assert.equal(status, 404)
    assert.equal(body.error.code, 'NOT_FOUND')
    const post = await kontor().call('POST', 'root:/items', { ...asBrowser, body: {} })
    assert.equal(post.status, 404)
  })
})

onEveryDatabase('The web interface is not built', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-web-'))
  const kontor = kontorFor(kind, { webFolder: folder })

  test('the page says so, and the API works', async () => {
    const { status, text } = await kontor().get('root:/', asBrowser)
    assert.equal(status, 503)
    assert.match(text, /The web interface is not built.*npm run build/s)
    assert.equal((await kontor().get('/items')).status, 200)
    rmSync(folder, { recursive: true })
  })
})
