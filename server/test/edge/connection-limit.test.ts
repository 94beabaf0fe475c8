import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { readConfig } from '../../src/config/config.ts'
import { connectionLimit } from '../../src/http/connection-limit.ts'
import { createServer } from '../../src/http/server.ts'
import { ADMIN } from '../support/kontor.ts'
import { startKontor } from '../support/process.ts'
import { type Endpoint, eventually, openSocket, requestBytes } from '../support/raw-http.ts'

const KEEP_ALIVE = { Connection: 'keep-alive' }
const OPEN_FILES = 160
const FLOOD = 300

/** A socket whose failure does not end the test. */
function openQuietly(endpoint: Endpoint): Socket {
  return openSocket(endpoint).on('error', () => {})
}

/** The status of one answer on a connection that stays open; undefined if the server closes it instead. */
function statusOn(socket: Socket, bytes: Buffer): Promise<string | undefined> {
  return new Promise((resolve) => {
    socket.once('data', (data) => resolve(String(data).split(' ')[1]))
    socket.once('close', () => resolve(undefined))
    socket.write(bytes)
  })
}

describe('A server that accepts two connections', () => {
  const warnings: string[] = []
  const server = createServer({
    config: readConfig({ KONTOR_LOG_LEVEL: 'warn' }),
    log: { write: (line: string) => void warnings.push(JSON.parse(line).msg) },
    anonymousHeaders: () => ({}),
    maxConnections: 2,
  })
  server.get('/', async () => 'here')
  const ping = requestBytes({ headers: KEEP_ALIVE })
  const open = () => openQuietly({ port: (server.server.address() as { port: number }).port })

  before(() => server.listen({ port: 0, host: '127.0.0.1' }))
  after(() => server.close())

  test('closes further ones without an answer, goes on with those two and warns once', async () => {
    const sockets = [open(), open()]
    for (const socket of sockets) assert.equal(await statusOn(socket, ping), '200')
    for (const further of [open(), open(), open()]) assert.equal(await statusOn(further, ping), undefined)
    for (const socket of sockets) assert.equal(await statusOn(socket, ping), '200')
    assert.deepEqual(warnings, ['All 2 connections are in use; further ones are closed.'])

    sockets[0]!.destroy()
    const next = await eventually(async () => {
      const socket = open()
      return (await statusOn(socket, ping)) === '200' ? socket : undefined
    })
    for (const socket of [sockets[1]!, next]) socket.destroy()
  })
})

test('a server survives more connections than it may open files', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-'))
  const environment = { KONTOR_DATA: folder, KONTOR_ADMIN_PASSWORD: ADMIN.password }
  await using kontor = await startKontor(environment, { openFilesLimit: OPEN_FILES })
  const login = requestBytes({
    method: 'POST',
    target: '/api/v1/auth/login',
    headers: KEEP_ALIVE,
    body: JSON.stringify(ADMIN),
  })
  const health = requestBytes({ target: '/healthz', headers: KEEP_ALIVE })
  const first = openQuietly(kontor)
  assert.equal(await statusOn(first, health), '200')

  const flood = Array.from({ length: FLOOD }, () => openQuietly(kontor))
  const statuses = await Promise.all(flood.map((socket) => statusOn(socket, health)))
  assert.equal(statuses.filter((status) => status === '200').length, connectionLimit(OPEN_FILES) - 1)
  assert.equal(await statusOn(first, login), '200')

  for (const socket of [first, ...flood]) socket.destroy()
  await eventually(async () => (await statusOn(openQuietly(kontor), login)) === '200' || undefined)
  assert.equal((await kontor.stop()).code, 0)
  rmSync(folder, { recursive: true })
})
