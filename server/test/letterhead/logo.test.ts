import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { trailOf } from '../support/audit.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { type AnyRecord, directInvoice } from '../support/invoicing.ts'
import { type CallOptions, kontorFor } from '../support/kontor.ts'
import { png, svg } from '../support/logos.ts'
import { addRole, signedIn } from '../support/people.ts'
import { print } from '../support/print.ts'
import { assertInvalid, assertRefused, createItem, read } from '../support/records.ts'

const PNG = 'image/png'
const SVG = 'image/svg+xml'

/** Each of five elements uses the next ten times. */
const multiplied = () =>
  Array.from({ length: 5 }, (_, level) => {
    const inside = level === 4 ? '<rect width="1" height="1"/>' : `<use href="#a${level + 1}"/>`.repeat(10)
    return `<g id="a${level}">${inside}</g>`
  }).join('')

onEveryDatabase('The logo', (kind) => {
  const kontor = kontorFor(kind)
  let issued: AnyRecord
  before(async () => {
    issued = await directInvoice(kontor(), [{ item: (await createItem(kontor())).id, quantity: 1 }])
  })
  const put = (type: string, text: string | Buffer, options: CallOptions = {}) =>
    kontor().call('PUT', '/settings/logo', { text, ...options, headers: { 'content-type': type, ...options.headers } })
  const page = () => print(kontor(), `/invoices/${issued.id}/pdf`)
  async function download(headers: Record<string, string> = {}) {
    const authorization = `Bearer ${kontor().token}`
    return kontor().app.server.inject({ url: '/api/v1/settings/logo', headers: { authorization, ...headers } })
  }

  test('is not there at first', async () => {
    assertRefused(await kontor().get('/settings/logo'), 404, 'NOT_FOUND')
    assertRefused(await kontor().delete('/settings/logo'), 404, 'NOT_FOUND')
    assert.equal((await read(kontor(), '/settings')).logo, null)
  })

  for (const [type, bytes] of [
    [PNG, png()],
    [PNG, png({ colour: 2 })],
    [SVG, Buffer.from(svg())],
  ] as const) {
    test(`is stored byte for byte, and printed: ${type}, ${bytes.length} bytes`, async () => {
      const plain = await page()
      const answer = await put(type, bytes)
      assert.equal(answer.status, 200, answer.text)
      const { logo, version } = answer.body.data
      assert.match(logo, /^[\w-]{22}$/)
      assert.equal((await read(kontor(), '/settings')).version, version)
      const { statusCode, headers, rawPayload } = await download()
      assert.equal(statusCode, 200)
      assert.ok(rawPayload.equals(bytes))
      assert.equal(headers['content-type'], type)
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(headers['content-security-policy'], "sandbox; default-src 'none'")
      assert.equal(headers['cache-control'], 'private, no-cache')
      assert.equal(headers.etag, `"${logo}"`)
      assert.equal((await download({ 'if-none-match': `"${logo}"` })).statusCode, 304)
      assert.ok(!(await page()).bytes.equals(plain.bytes))
    })
  }

  test('can be replaced and removed, and the audit log says so without its bytes', async () => {
    const first = await put(PNG, png({ width: 10 }))
    const second = await put(PNG, png({ width: 11 }))
    const [entry, ...others] = await trailOf(kontor(), second)
    assert.deepEqual(others, [])
    const changes = { logo: [first.body.data.logo, second.body.data.logo] }
    assert.deepEqual([entry.action, entry.resource, entry.changes], ['update', 'settings', changes])
    const removed = await kontor().delete('/settings/logo')
    assert.equal(removed.status, 204)
    assert.deepEqual((await trailOf(kontor(), removed))[0].changes, { logo: [second.body.data.logo, null] })
    assert.equal((await download()).statusCode, 404)
    assert.equal((await read(kontor(), '/settings')).logo, null)
    assert.ok((await page()).text.includes('INVOICE'))
  })

  test('has the version of the settings, and can be repeated under an Idempotency-Key', async () => {
    const { version } = await read(kontor(), '/settings')
    assertRefused(await put(PNG, png(), { headers: { 'if-match': `"${version - 1}"` } }), 412, 'VERSION_MISMATCH')
    const headers = { 'idempotency-key': 'logo-1', 'if-match': `"${version}"` }
    const done = await put(PNG, png(), { headers })
    assert.equal(done.body.data.version, version + 1)
    assert.equal((await put(PNG, png(), { headers })).text, done.text)
    assertRefused(await put(PNG, png({ width: 12 }), { headers }), 422, 'IDEMPOTENCY_KEY_REUSED')
  })

  const damaged = png()
  damaged[damaged.length - 20]! ^= 1
  const palette = png({ colour: 3 })
  const faulty: readonly (readonly [what: string, type: string, content: string | Buffer, message: RegExp])[] = [
    ['text instead of a PNG', PNG, 'hello', /not a valid PNG/],
    ['an SVG that is sent as a PNG', PNG, svg(), /not a valid PNG/],
    ['a PNG that is cut off', PNG, png().subarray(0, 60), /not a valid PNG/],
    ['a damaged PNG', PNG, damaged, /not a valid PNG/],
    [
      'a PNG with fewer pixels than it says',
      PNG,
      png({ height: 30, pixels: Buffer.from([120, 156, 3, 0, 0, 0, 0, 1]) }),
      /not a valid PNG/,
    ],
    ['a PNG without pixels', PNG, png({ width: 0 }), /not a valid PNG/],
    ['a PNG without its palette', PNG, palette, /not a valid PNG/],
    ['a PNG of too many pixels', PNG, png({ width: 2001, height: 1 }), /2001 × 1 pixels; at most 2000 × 2000/],
    ['an interlaced PNG', PNG, png({ interlace: 1 }), /without interlacing/],
    ['a PNG of 16 bits', PNG, png({ depth: 16 }), /8 bits/],
    ['a PNG that is sent as an SVG', SVG, png(), /UTF-8|XML/],
    ['a page', SVG, '<html xmlns="http://www.w3.org/1999/xhtml"></html>', /first element must be <svg>/],
    ['broken XML', SVG, '<svg viewBox="0 0 1 1"><g></svg>', /not well-formed/],
    ['two roots', SVG, `${svg()}<svg/>`.replace('<?xml version="1.0"?>', ''), /not well-formed/],
    ['a script', SVG, svg('<script>alert(1)</script>'), /must not contain the element <script>/],
    ['a script of another namespace', SVG, svg('<x:script xmlns:x="http://www.w3.org/2000/svg"/>'), /<x:script>/],
    ['an event handler', SVG, svg('<rect width="1" height="1" onclick="alert(1)"/>'), /scripts/],
    ['a foreign object', SVG, svg('<foreignObject/>'), /<foreignObject>/],
    ['a picture', SVG, svg('<image href="https://example.com/x.png"/>'), /<image>/],
    ['an external reference', SVG, svg('<use href="https://example.com/x.svg#a"/>'), /outside/],
    ['a link', SVG, svg('<a href="javascript:alert(1)"/>'), /outside/],
    ['an external fill', SVG, svg('<rect fill="url(https://example.com/#a)"/>'), /outside/],
    ['an external fill in a style', SVG, svg('<rect style="fill: url( \'//example.com/#a\')"/>'), /outside/],
    ['an escaped style', SVG, svg('<rect style="fill: u\\72l(//example.com/#a)"/>'), /outside/],
    ['a style sheet', SVG, svg('<style>@import "//example.com/x.css";</style>'), /style sheet/],
    ['a processing instruction', SVG, `<?xml-stylesheet href="//example.com"?>${svg().slice(21)}`, /processing/],
    ['entities', SVG, `<!DOCTYPE svg [<!ENTITY a "b">]>${svg().slice(21)}`, /DOCTYPE or entities/],
    ['an unknown entity', SVG, svg('<title>&nope;</title>'), /not well-formed/],
    ['a text', SVG, svg('<text>Hi</text>'), /Convert them to paths/],
    ['no size', SVG, svg('', ''), /width and a height, or a viewBox/],
    ['a size of nothing', SVG, svg('', 'width="0" height="0"'), /width and a height, or a viewBox/],
    ['an element that refers to itself', SVG, svg('<g id="a"><use href="#a"/></g>'), /refers to itself/],
    ['elements that multiply', SVG, svg(multiplied()), /more than 2000 elements/],
    ['paths of too many segments', SVG, svg(`<path d="M0 0${'l1 1'.repeat(10_000)}"/>`), /more than 30000 commands/],
    [
      'a long path that is used often',
      SVG,
      svg(`<path id="p" d="M0 0${'h1'.repeat(1000)}"/>${'<use href="#p"/>'.repeat(20)}`),
      /Simplify them, or use a PNG/,
    ],
    ['elements that are nested too deeply', SVG, svg(`${'<g>'.repeat(60)}${'</g>'.repeat(60)}`), /50 levels/],
  ]
  for (const [what, type, content, message] of faulty) {
    test(`is refused: ${what}`, async () => {
      const before = await read(kontor(), '/settings')
      const said = assertInvalid(await put(type, content), 'logo')
      assert.match(said.logo!, message)
      assert.deepEqual(await read(kontor(), '/settings'), before)
    })
  }

  test('may use what drawing programs write: gradients, clips, uses, comments and elements of their own', async () => {
    const drawn = svg(
      `<!-- made by a program --><metadata><p:x xmlns:p="urn:p" p:y="1"/></metadata>
       <defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="#000"/></linearGradient>
       <linearGradient id="h" xlink:href="#g" xmlns:xlink="http://www.w3.org/1999/xlink"/>
       <rect id="r" width="9" height="9"/><clipPath id="c"><use href="#r"/></clipPath></defs>
       <g clip-path="url(#c)"><path d="M0 0h9v9z" fill="url(#h)" style="stroke: #fff"/><use href="#r" x="3"/></g>`,
    )
    assert.equal((await put(SVG, drawn)).status, 200)
    assert.ok((await page()).text.includes('INVOICE'))
  })

  test('has at most 512 kB', async () => {
    const space = ' '.repeat(512 * 1024 - Buffer.byteLength(svg('')))
    assert.equal((await put(SVG, svg(space))).status, 200)
    assertRefused(await put(SVG, svg(`${space} `)), 413, 'PAYLOAD_TOO_LARGE')
  })

  test('is a PNG or an SVG, and nothing else takes a picture', async () => {
    for (const type of ['application/json', 'image/jpeg', 'text/plain', 'image/png2']) {
      const answer = await put(type, '{}')
      assertRefused(answer, 415, 'UNSUPPORTED_MEDIA_TYPE')
      assert.match(answer.body.error.message, /image\/png or image\/svg\+xml/)
    }
    assertRefused(await kontor().call('PUT', '/settings/logo'), 415, 'UNSUPPORTED_MEDIA_TYPE')
    assert.equal((await put('IMAGE/PNG; name=x', png())).status, 200)
    const elsewhere = { text: png(), headers: { 'content-type': PNG } }
    assertRefused(await kontor().call('POST', '/items', elsewhere), 415, 'UNSUPPORTED_MEDIA_TYPE')
    assertRefused(await kontor().call('PUT', '/settings', elsewhere), 415, 'UNSUPPORTED_MEDIA_TYPE')
    assertRefused(await kontor().call('PATCH', '/settings/logo', elsewhere), 405, 'METHOD_NOT_ALLOWED')
    assertInvalid(await put(PNG, ''), 'logo')
  })

  test('is printed for users who may not read it', async () => {
    await put(PNG, png())
    const { token } = await signedIn(kontor(), 'viewer')
    const { bytes } = await print(kontor(), `/invoices/${issued.id}/pdf`, token)
    assert.ok(bytes.equals((await page()).bytes))
    assertRefused(await kontor().get('/settings/logo', { token }), 403, 'FORBIDDEN')
    assertRefused(await put(PNG, png(), { token }), 403, 'FORBIDDEN')
    assertRefused(await kontor().delete('/settings/logo', { token }), 403, 'FORBIDDEN')
  })

  test('is closed to a role from which the field is hidden, and unchanged by one that may only read it', async () => {
    await put(PNG, png())
    const as = async (permission: object) => {
      const role = await addRole(kontor().engine, { settings: { can: ['read', 'update'], ...permission } })
      return { token: (await signedIn(kontor(), role)).token }
    }
    const blind = await as({ hidden: ['logo'] })
    assertRefused(await kontor().get('/settings/logo', blind), 403, 'FIELD_NOT_PERMITTED')
    const reader = await as({ readOnly: ['logo'] })
    assert.equal((await kontor().get('/settings/logo', reader)).status, 200)
    for (const person of [blind, reader]) {
      assertRefused(await put(PNG, png({ width: 7 }), person), 403, 'FIELD_NOT_PERMITTED')
      assertRefused(await kontor().delete('/settings/logo', person), 403, 'FIELD_NOT_PERMITTED')
    }
  })
})
