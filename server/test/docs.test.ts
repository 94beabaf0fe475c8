import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { onEveryDatabase } from './support/databases.ts'
import { kontorFor } from './support/kontor.ts'

onEveryDatabase('The API explorer', (kind) => {
  const kontor = kontorFor(kind)
  const page = () => kontor().get('root:/docs', { token: null })
  const script = (headers: Record<string, string>) => kontor().app.server.inject({ url: '/docs/explorer.js', headers })
  const addressesIn = (html: string) =>
    [...html.matchAll(/\b(?:src|href|action)="([^"]*)"/g)].map(([, address]) => address!)

  test('is a page that needs no sign-in', async () => {
    const { status, headers, text } = await page()
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    assert.ok(text.includes('<title>Kontor API</title>'))
    assert.ok(headers['x-request-id'])
  })

  test('may load from and call nothing but this server', async () => {
    const policy = (await page()).headers['content-security-policy']!
    const directives = new Map(
      policy.split('; ').map((part) => [part.split(' ')[0]!, part.split(' ').slice(1)] as const),
    )
    assert.deepEqual(directives.get('default-src'), ["'none'"])
    assert.deepEqual(directives.get('script-src'), ["'self'"])
    assert.deepEqual(directives.get('connect-src'), ["'self'"])
    assert.deepEqual(directives.get('frame-ancestors'), ["'none'"])
    const known = ["'none'", "'self'", "'unsafe-inline'", 'data:']
    for (const [name, sources] of directives) {
      for (const source of sources) assert.ok(known.includes(source), `${name} ${source}`)
      if (name !== 'style-src') assert.ok(!sources.includes("'unsafe-inline'"), name)
    }
  })

  test('names no other host, and every address in it is served', async () => {
    const { text } = await page()
    assert.ok(!/https?:|\/\//.test(text.replace('<!doctype html>', '')))
    assert.ok(!/<script(?![^>]*\bsrc=)/.test(text), 'a script in the page itself would need a weaker policy')
    const addresses = addressesIn(text).filter((address) => !address.startsWith('data:'))
    for (const address of ['/docs/explorer.js', '/docs/start.js']) assert.ok(addresses.includes(address), address)
    for (const address of addresses) assert.equal((await kontor().get(`root:${address}`, { token: null })).status, 200)
  })

  test('is told to fetch the document from here and nothing from elsewhere', async () => {
    const [, attribute] = /data-configuration="([^"]+)"/.exec((await page()).text)!
    const settings = JSON.parse(attribute!.replaceAll('&quot;', '"'))
    assert.equal(settings.url, '/api/v1/openapi.json')
    assert.deepEqual(
      [settings.withDefaultFonts, settings.telemetry, settings.agent, settings.mcp, settings.showDeveloperTools],
      [false, false, { disabled: true }, { disabled: true }, 'never'],
    )
    assert.equal(settings.hideClientButton, true)
    assert.equal(settings.proxyUrl, undefined)
  })

  test('has a program with the client for every operation of the document, with a place for the address', async () => {
    const [, address] = /data-samples="([^"]+)"/.exec((await page()).text)!
    const { status, headers, body } = await kontor().get(`root:${address}`, { token: null })
    assert.deepEqual([status, headers['content-type']], [200, 'application/json; charset=utf-8'])
    assert.ok(body.head.includes("baseUrl: '{origin}'"))
    const { paths } = (await kontor().get('/openapi.json')).body
    const described = Object.entries<object>(paths).filter(
      ([path]) => !/^\/(healthz|readyz|metrics)|\.json$/.test(path),
    )
    const operations = described.flatMap(([, methods]) => Object.values<{ operationId?: string }>(methods as never))
    const ids = operations.flatMap(({ operationId }) => operationId ?? [])
    assert.ok(ids.length > 100)
    assert.deepEqual(Object.keys(body.calls).sort(), ids.sort())
  })

  test('sends its script compressed if the client accepts that, and not again if the client has it', async () => {
    const plain = await script({})
    const zipped = await script({ 'accept-encoding': 'gzip, deflate, br' })
    assert.equal(plain.headers['content-encoding'], undefined)
    assert.equal(zipped.headers['content-encoding'], 'gzip')
    assert.equal(zipped.headers['content-type'], 'text/javascript; charset=utf-8')
    assert.ok(zipped.rawPayload.length * 2 < plain.rawPayload.length)
    assert.ok(gunzipSync(zipped.rawPayload).equals(plain.rawPayload))
    const again = await script({ 'if-none-match': String(zipped.headers.etag) })
    assert.equal(again.statusCode, 304)
  })

  test('has a script that understands the settings it is given', async () => {
    const { body } = await script({})
    for (const word of [
      'createApiReference',
      'securitySchemes',
      'withDefaultFonts',
      'telemetry',
      'showDeveloperTools',
      'hideClientButton',
      'x-codeSamples',
    ])
      assert.ok(body.includes(word), word)
  })
})
