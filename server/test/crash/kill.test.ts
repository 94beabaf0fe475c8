import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { ADMIN } from '../support/kontor.ts'
import { type ServerProcess, startKontor } from '../support/process.ts'

const KILLS = 6
const CLIENTS = 16
const ACKNOWLEDGED_PER_KILL = 150

interface Attempt {
  readonly itemCode: string
  readonly key: string
}

onEveryDatabase('kill -9 under load', (kind) => {
  test(`loses no acknowledged write and repeats none, ${KILLS} times over`, async () => {
    const database = await kind.create()
    const environment = {
      ...database.environment,
      KONTOR_ADMIN_PASSWORD: ADMIN.password,
      KONTOR_PLAN: 'custom:1000000/unlimited',
      KONTOR_LOG_LEVEL: 'warn',
    }
    /** Item codes by id, as the server confirmed them. */
    const acknowledged = new Map<string, string>()
    const unknown: Attempt[] = []
    try {
      for (let kill = 0; kill < KILLS; kill++) {
        const server = await startKontor(environment)
        const client = await signIn(server)
        await Promise.all(unknown.splice(0).map((attempt) => retry(client, attempt, acknowledged)))
        await loadUntilKilled(server, client, kill, acknowledged, unknown)
      }
      const server = await startKontor(environment)
      const client = await signIn(server)
      await Promise.all(unknown.splice(0).map((attempt) => retry(client, attempt, acknowledged)))
      await assertAllThere(client, acknowledged)
      assert.ok(acknowledged.size >= KILLS * ACKNOWLEDGED_PER_KILL)
      assert.equal((await server.stop('SIGTERM')).code, 0)
    } finally {
      await database.drop()
    }
  })
})

type Client = (method: string, path: string, body?: unknown, key?: string) => Promise<Response>

async function signIn({ origin }: ServerProcess): Promise<Client> {
  const send = (path: string, init: RequestInit) => fetch(`${origin}/api/v1${path}`, init)
  const json = { 'content-type': 'application/json' }
  const answer = await send('/auth/login', { method: 'POST', headers: json, body: JSON.stringify(ADMIN) })
  const { data } = (await answer.json()) as { data: { token: string } }
  return (method, path, body, key) =>
    send(path, {
      method,
      headers: { ...json, authorization: `Bearer ${data.token}`, ...(key && { 'idempotency-key': key }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
}

/** Several clients create items as fast as they can; in the middle of it the process is killed. */
async function loadUntilKilled(
  server: ServerProcess,
  client: Client,
  kill: number,
  acknowledged: Map<string, string>,
  unknown: Attempt[],
): Promise<void> {
  const target = acknowledged.size + ACKNOWLEDGED_PER_KILL
  let isDead = false
  const work = async (worker: number) => {
    for (let count = 0; !isDead; count++) {
      const name = `K${kill}-${worker}-${count}`
      const attempt = { itemCode: name, key: `key-of-${name}` }
      try {
        await create(client, attempt, acknowledged)
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error
        unknown.push(attempt) // no answer: it may or may not have happened
        return
      }
      if (acknowledged.size >= target && !isDead) {
        isDead = true
        await server.stop('SIGKILL')
      }
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, worker) => work(worker)))
}

async function create(client: Client, { itemCode, key }: Attempt, acknowledged: Map<string, string>): Promise<void> {
  const answer = await client('POST', '/items', { itemCode, itemName: `Item ${itemCode}` }, key)
  const body = (await answer.json()) as { data: { id: string } }
  assert.equal(answer.status, 201, JSON.stringify(body))
  acknowledged.set(body.data.id, itemCode)
}

/** With the same Idempotency-Key, whatever became of the first try, there is exactly one item afterwards. */
const retry = (client: Client, attempt: Attempt, acknowledged: Map<string, string>) =>
  create(client, attempt, acknowledged)

async function assertAllThere(client: Client, acknowledged: ReadonlyMap<string, string>): Promise<void> {
  const found = new Map<string, string>()
  let path = '/items?perPage=100&fields=itemCode'
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer = (await (await client('GET', path)).json()) as {
      data: { id: string; itemCode: string }[]
      meta: { nextCursor: string | null; total?: number }
    }
    if (answer.meta.total !== undefined) assert.equal(answer.meta.total, acknowledged.size)
    for (const { id, itemCode } of answer.data) found.set(id, itemCode)
    cursor = answer.meta.nextCursor
    path = `/items?perPage=100&fields=itemCode&cursor=${cursor}`
  }
  assert.deepEqual(new Map([...found].sort()), new Map([...acknowledged].sort()))
}
