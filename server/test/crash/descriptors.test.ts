import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { ADMIN } from '../support/kontor.ts'
import { type ServerProcess, startKontor } from '../support/process.ts'
import { eventually } from '../support/raw-http.ts'

/** A server needs about forty by itself. */
const OPEN_FILES_LIMIT = 64
const CONNECTIONS = 6
const READS = ['/items', '/customers', '/sales-orders?sort=orderDate', '/reports/sales?from=2026-01-01&to=2026-12-31']

interface Answer {
  /** Undefined if the server closed the connection. */
  readonly status?: number
  readonly text: string
}

/** A client whose connections stay open from one request to the next. */
function clientOf({ port }: ServerProcess) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  let token = ''
  const call = (method: string, path: string, body?: object): Promise<Answer> =>
    new Promise((resolve) => {
      const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
      const sent = request({ agent, port, method, path: `/api/v1${path}`, headers }, async (response) => {
        const chunks = await response.toArray().catch(() => undefined)
        resolve(chunks ? { status: response.statusCode!, text: Buffer.concat(chunks).toString() } : { text: '' })
      })
      sent.on('error', ({ message }) => resolve({ text: message }))
      sent.end(body && JSON.stringify(body))
    })
  return {
    call,
    async signIn() {
      const { status, text } = await call('POST', '/auth/login', ADMIN)
      assert.equal(status, 200, text)
      token = JSON.parse(text).data.token
    },
    /** Opens all connections, without using the database. */
    connect: () => Promise.all(Array.from({ length: CONNECTIONS }, () => call('GET', '/openapi.json'))),
    close: () => agent.destroy(),
  }
}

/** Connections that send nothing, more and more of them, until the server can accept no more and closes one. */
async function useUpDescriptors({ port }: ServerProcess): Promise<Socket[]> {
  const sockets: Socket[] = []
  let isUsedUp = false
  while (!isUsedUp) {
    const socket = connect({ port, host: '127.0.0.1' })
    socket
      .on('error', () => {})
      .on('close', () => {
        isUsedUp = true
      })
    await Promise.race([once(socket, 'connect'), once(socket, 'close')])
    sockets.push(socket)
    assert.ok(sockets.length <= OPEN_FILES_LIMIT, 'the limit of open files has no effect')
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  return sockets
}

onEveryDatabase('A server that may open no more files', (kind) => {
  test('answers 503 or closes connections, and the same process serves again when clients have left', {
    skip: process.platform === 'win32' && 'needs a limit of the shell',
  }, async () => {
    const database = await kind.create('migrated')
    const environment = {
      ...database.environment,
      KONTOR_ADMIN_PASSWORD: ADMIN.password,
      KONTOR_PLAN: 'custom:1000000/unlimited',
      KONTOR_LOG_LEVEL: 'silent',
    }
    try {
      await using server = await startKontor(environment, { openFilesLimit: OPEN_FILES_LIMIT })
      const client = clientOf(server)
      await client.signIn()
      await client.connect()
      const idle = await useUpDescriptors(server)
      for (let round = 0; round < 3; round++) {
        const answers = await Promise.all([
          ...READS.map((path) => client.call('GET', path)),
          client.call('POST', '/items', { itemCode: `I-${round}`, itemName: 'Item' }),
        ])
        for (const { status, text } of answers)
          assert.ok([undefined, 200, 201, 503].includes(status), `${status} ${text}`)
      }
      assert.equal(server.child.exitCode, null, server.said())
      for (const socket of idle) socket.destroy()
      for (const path of READS)
        await eventually(async () => ((await client.call('GET', path)).status === 200 ? true : undefined))
      const created = await client.call('POST', '/items', { itemCode: 'AFTER', itemName: 'Item' })
      assert.equal(created.status, 201, created.text)
      client.close()
      assert.equal((await server.stop()).code, 0)
    } finally {
      await database.drop()
    }
  })
})
