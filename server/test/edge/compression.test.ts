import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { onEveryDatabase } from '../support/databases.ts'
import { assertRefusal, exchange, frontDoorFor, openSocket } from '../support/raw-http.ts'
import { type Coding, UNPACK } from '../support/unpack.ts'

const ITEMS = 40

onEveryDatabase('Compression', (kind) => {
  const door = frontDoorFor(kind)
  const kontor = () => door().kontor
  const ask = async (url: string, acceptEncoding?: string) => {
    const { rawPayload, headers, statusCode } = await kontor().app.server.inject({
      method: 'GET',
      url: `/api/v1${url}`,
      headers: {
        authorization: `Bearer ${kontor().token}`,
        ...(acceptEncoding !== undefined && { 'accept-encoding': acceptEncoding }),
      },
    })
    assert.equal(statusCode, 200)
    return { bytes: rawPayload, headers, coding: headers['content-encoding'] as Coding | undefined }
  }
  const createItems = async () => {
    const { body } = await kontor().get('/items?perPage=1')
    if (body.meta.total >= ITEMS) return
    for (let number = 0; number < ITEMS; number++)
      await kontor().post('/items', { itemCode: `PACK-${number}`, itemName: `Bräcket ${number}` })
  }

  test('is used when the client asks for it, in the best way that the client knows', async () => {
    await createItems()
    const plain = await ask('/items?perPage=40')
    assert.equal(plain.coding, undefined)
    for (const [accepted, coding] of [
      ['gzip', 'gzip'],
      ['gzip, deflate', 'gzip'],
      ['gzip, deflate, br', 'br'],
      ['gzip, deflate, br, zstd', 'zstd'],
      ['zstd;q=0, br;q=0.0, gzip;q=0.5', 'gzip'],
      ['*', 'gzip'],
    ] as const) {
      const packed = await ask('/items?perPage=40', accepted)
      assert.equal(packed.coding, coding, accepted)
      assert.equal(Number(packed.headers['content-length']), packed.bytes.length)
      assert.ok(packed.bytes.length < plain.bytes.length / 4)
      assert.equal(UNPACK[coding](packed.bytes).toString(), plain.bytes.toString())
    }
    for (const accepted of ['identity', 'deflate', 'gzip;q=0', '*;q=0', ''])
      assert.equal((await ask('/items?perPage=40', accepted)).coding, undefined, accepted)
  })

  test('is announced to caches, also where it was not used, and leaves short answers as they are', async () => {
    const { headers, coding } = await ask('/auth/me', 'gzip')
    assert.match(String(headers.vary), /Accept-Encoding/i)
    assert.equal(coding, undefined)
  })

  test('leaves ETags and conditional requests as they are', async () => {
    await createItems()
    const [{ headers: plain }, { headers: packed }] = [
      await ask('/items?perPage=40'),
      await ask('/items?perPage=40', 'br'),
    ]
    assert.equal(packed.etag, plain.etag)
  })

  test('is used for exports and reports, and not for what is compressed already', async () => {
    await createItems()
    const plain = await ask('/items/export')
    const packed = await ask('/items/export', 'gzip')
    assert.equal(packed.coding, 'gzip')
    assert.equal(gunzipSync(packed.bytes).toString(), plain.bytes.toString())
    const year = await ask('/reports/sales?from=2026-01-01&to=2026-12-31&interval=week', 'zstd')
    assert.equal(year.coding, 'zstd')
  })

  /** Over a connection: there the body may have arrived before it is read. */
  const send = (body: Buffer, contentEncoding: string) =>
    door().ask('POST', '/api/v1/items', { body, headers: { 'Content-Encoding': contentEncoding } })

  test('of a request by gzip is accepted', async () => {
    const answer = await send(gzipSync(JSON.stringify({ itemCode: 'ZIPPED', itemName: 'Räder' })), 'gzip')
    assert.equal(answer.status, 201, answer.text)
    assert.equal(answer.body.data.itemName, 'Räder')
  })

  test('of a large request by gzip is read to its end', async () => {
    const images = Array.from({ length: 400 }, () => randomBytes(1000).toString('base64'))
    const answer = await send(gzipSync(JSON.stringify({ itemCode: 'LARGE', itemName: 'Nut', images })), 'gzip')
    assert.equal(answer.status, 422, answer.text)
    assert.equal(answer.body.error.details[0].field, 'images')
  })

  /** The beginning of a request whose body is announced as longer. */
  const beginning = (body: Buffer) =>
    door().bytes('POST', '/api/v1/items', {
      body,
      headers: { 'Content-Encoding': 'gzip', 'Content-Length': '900000' },
    })

  test('of a request that breaks off leaves the server as it was', async () => {
    const packed = gzipSync(JSON.stringify({ itemCode: 'CUT', itemName: randomBytes(90).toString('hex') }))
    const socket = openSocket(door().endpoint)
    await new Promise((resolve) => socket.write(beginning(packed.subarray(0, 40)), resolve))
    socket.destroy()
    await once(socket, 'close')
    assert.equal((await send(gzipSync('{}'), 'gzip')).status, 422)
    assert.equal((await kontor().get('/items?itemCode=CUT')).body.meta.total, 0)
  })

  test('of a request is refused with a response also while the client is still sending', async () => {
    const bomb = gzipSync(JSON.stringify({ itemName: 'x'.repeat(20_000_000) }))
    for (const [body, status, code] of [
      [Buffer.from('no gzip'.repeat(5000)), 400, 'BAD_REQUEST'],
      [bomb, 413, 'PAYLOAD_TOO_LARGE'],
    ] as const) {
      const [answer] = await exchange(door().endpoint, beginning(body), 1)
      assertRefusal(answer!, status, code)
    }
  })

  test('does not get around the limit of a body', async () => {
    const bomb = gzipSync(JSON.stringify({ itemCode: 'BOMB', itemName: 'x'.repeat(20_000_000) }))
    assert.ok(bomb.length < 100_000)
    const answer = await send(bomb, 'gzip')
    assert.equal(answer.status, 413, answer.text)
    assert.equal(answer.body.error.code, 'PAYLOAD_TOO_LARGE')
  })

  test('of a request that is broken or unknown is refused', async () => {
    const packed = gzipSync(JSON.stringify({ itemCode: 'BROKEN', itemName: 'Nut' }))
    for (const bytes of [packed.subarray(0, -10), Buffer.from('no gzip')]) {
      const broken = await send(bytes, 'gzip')
      assert.equal(broken.status, 400, broken.text)
      assert.match(broken.body.error.message, /not valid gzip/)
    }
    const unknown = await send(packed, 'compress')
    assert.equal(unknown.status, 415, unknown.text)
    assert.equal(unknown.body.error.code, 'UNSUPPORTED_MEDIA_TYPE')
    assert.match(unknown.body.error.message, /compress the body by gzip/)
    assert.equal((await kontor().get('/items?itemCode=BROKEN')).body.meta.total, 0)
  })
})
