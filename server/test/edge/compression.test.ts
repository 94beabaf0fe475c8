import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync, gzipSync, zstdDecompressSync } from 'node:zlib'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'

const ITEMS = 40
const UNPACK = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync }

onEveryDatabase('Compression', (kind) => {
  const kontor = kontorFor(kind)
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
    return { bytes: rawPayload, headers, coding: headers['content-encoding'] as keyof typeof UNPACK | undefined }
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

  const listening = async () => {
    const { server } = kontor().app
    if (!server.server.listening) await server.listen({ port: 0, host: '127.0.0.1' })
    return server.server.address() as { port: number }
  }

  /** Over a connection: there the body may have arrived before it is read. */
  const send = async (body: Buffer, contentEncoding: string) => {
    const { port } = await listening()
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/items`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${kontor().token}`,
        'content-type': 'application/json',
        'content-encoding': contentEncoding,
      },
      body: new Uint8Array(body),
    })
    const text = await response.text()
    return { statusCode: response.status, body: text, json: () => JSON.parse(text) }
  }

  test('of a request by gzip is accepted', async () => {
    const answer = await send(gzipSync(JSON.stringify({ itemCode: 'ZIPPED', itemName: 'Räder' })), 'gzip')
    assert.equal(answer.statusCode, 201, answer.body)
    assert.equal(answer.json().data.itemName, 'Räder')
  })

  test('of a large request by gzip is accepted', async () => {
    const items = Array.from({ length: 400 }, () => randomBytes(1000).toString('base64'))
    const answer = await send(gzipSync(JSON.stringify({ itemCode: 'LARGE', itemName: 'Nut', images: items })), 'gzip')
    assert.equal(answer.statusCode, 422, answer.body)
    assert.equal(answer.json().error.details[0].field, 'images')
  })

  test('of a request that breaks off leaves the server as it was', async () => {
    const packed = gzipSync(JSON.stringify({ itemCode: 'CUT', itemName: randomBytes(90).toString('hex') }))
    const { port } = await listening()
    const head = `POST /api/v1/items HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${kontor().token}\r\n`
    const type = `content-type: application/json\r\ncontent-encoding: gzip\r\ncontent-length: ${packed.length}\r\n\r\n`
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(head + type)
    await new Promise((resolve) => socket.write(packed.subarray(0, 40), resolve))
    socket.destroy()
    await once(socket, 'close')
    assert.equal((await send(gzipSync('{}'), 'gzip')).statusCode, 422)
    assert.equal((await kontor().get('/items?itemCode=CUT')).body.meta.total, 0)
  })

  test('does not get around the limit of a body', async () => {
    const bomb = gzipSync(JSON.stringify({ itemCode: 'BOMB', itemName: 'x'.repeat(20_000_000) }))
    assert.ok(bomb.length < 100_000)
    const answer = await send(bomb, 'gzip')
    assert.equal(answer.statusCode, 413, answer.body)
    assert.equal(answer.json().error.code, 'PAYLOAD_TOO_LARGE')
  })

  test('of a request that is broken or unknown is refused', async () => {
    const packed = gzipSync(JSON.stringify({ itemCode: 'BROKEN', itemName: 'Nut' }))
    for (const bytes of [packed.subarray(0, -10), Buffer.from('no gzip')]) {
      const broken = await send(bytes, 'gzip')
      assert.equal(broken.statusCode, 400, broken.body)
      assert.match(broken.json().error.message, /not valid gzip/)
    }
    const unknown = await send(packed, 'compress')
    assert.equal(unknown.statusCode, 415, unknown.body)
    assert.equal(unknown.json().error.code, 'UNSUPPORTED_MEDIA_TYPE')
    assert.match(unknown.json().error.message, /compress the body by gzip/)
    assert.equal((await kontor().get('/items?itemCode=BROKEN')).body.meta.total, 0)
  })
})
