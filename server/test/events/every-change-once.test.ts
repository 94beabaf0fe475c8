import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { onEveryDatabase } from '../support/databases.ts'
import type { AnyEvent } from '../support/events.ts'
import { ADMIN } from '../support/kontor.ts'
import { type ServerProcess, startKontor } from '../support/process.ts'

const WRITERS = 64
/** Long enough for some kills. The drill `kill` follows the feed for as long as it is told to. */
const SECONDS = process.env.KONTOR_TEST_FULL ? 10 : 5
const KILL_EVERY_MS = 2000
const SHARED_RECORDS = 10

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
type Json = any
interface Answer {
  readonly status: number
  readonly body: Json
}

/** Servers on one database: two where it can be shared, and then the second one is killed again and again. */
class Nodes {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly isShared: boolean
  servers: ServerProcess[] = []
  token = ''

  constructor(environment: Readonly<Record<string, string | undefined>>) {
    this.environment = environment
    this.isShared = environment.DATABASE_URL !== undefined
  }

  async start(): Promise<void> {
    this.servers.push(await startKontor(this.environment))
    if (this.isShared) this.servers.push(await startKontor(this.environment))
    this.token = (await this.send(0, 'POST', '/auth/login', ADMIN)).body.data.token
  }

  async send(node: number, method: string, path: string, body?: object): Promise<Answer> {
    const { origin } = this.servers[node % this.servers.length]!
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(this.token && { authorization: `Bearer ${this.token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }

  /** While there is load. */
  async killSecond(isOver: () => boolean): Promise<void> {
    while (this.isShared && !isOver()) {
      await sleep(KILL_EVERY_MS)
      await this.servers[1]!.stop('SIGKILL')
      this.servers[1] = await startKontor(this.environment)
    }
  }

  async stop(): Promise<void> {
    for (const server of this.servers) await server.stop()
  }
}

/** What was acknowledged: `items itm_… 3` */
type Change = string
const changeOf = (type: string, id: string, version: number): Change => `${type} ${id} ${version}`

/** Creates, changes and deletes records. What is not acknowledged, because its server was killed, may have happened or not. */
async function writer(
  nodes: Nodes,
  number: number,
  shared: readonly string[],
  isOver: () => boolean,
): Promise<Change[]> {
  const done: Change[] = []
  const send = async (method: string, path: string, body?: object): Promise<Json | undefined> => {
    const answer = await nodes.send(number, method, path, body).catch(() => undefined)
    return answer && answer.status < 300 ? (answer.body?.data ?? {}) : undefined
  }
  for (let turn = 0; !isOver(); turn++) {
    const itemCode = `W${number}-${turn}-${process.hrtime.bigint()}`
    const item = await send('POST', '/items', { itemCode, itemName: 'New' })
    if (item) done.push(changeOf('items.created', item.id, 1))
    const id = shared[(number + turn) % shared.length]!
    const changed = await send('PUT', `/customers/${id}`, { name: itemCode })
    if (changed) done.push(changeOf('customers.updated', id, changed.version))
    if (item && turn % 3 === 0 && (await send('DELETE', `/items/${item.id}`)))
      done.push(changeOf('items.deleted', item.id, 2))
    if (!item) await sleep(50) // its server is being started again
  }
  return done
}

/** Reads the feed to its end; as long as there is load it goes on. */
async function reader(nodes: Nodes, after: string, isOver: () => boolean): Promise<AnyEvent[]> {
  const events: AnyEvent[] = []
  for (let cursor = after, round = 0; ; round++) {
    const wasOver = isOver()
    const { status, body } = await nodes.send(0, 'GET', `/events?after=${cursor}&limit=${1 + ((round * 37) % 100)}`)
    assert.equal(status, 200, JSON.stringify(body))
    events.push(...body.data)
    cursor = body.meta.cursor
    if (wasOver && !body.meta.hasMore) return events
  }
}

function assertComplete(events: readonly AnyEvent[], acknowledged: readonly Change[]): void {
  const seen = events.map(({ type, recordId, version }) => changeOf(type, recordId, version))
  const known = new Set(seen)
  assert.equal(known.size, seen.length, 'a change was read twice')
  assert.deepEqual(acknowledged.filter((change) => !known.has(change)).slice(0, 10), [], 'a change was missed')
  for (const [id, some] of Map.groupBy(events, ({ recordId }) => recordId)) {
    const versions = some.map(({ version }) => version)
    const isAscending = versions.every((version, index) => index === 0 || version === versions[index - 1] + 1)
    assert.ok(isAscending, `the versions of ${id} are ${versions}`)
  }
}

onEveryDatabase('The change feed', (kind) => {
  test(`has every acknowledged change once, in order, while ${WRITERS} clients write and nodes are killed`, async () => {
    const database = await kind.create('migrated')
    const nodes = new Nodes({
      ...database.environment,
      KONTOR_ADMIN_PASSWORD: ADMIN.password,
      KONTOR_PLAN: 'custom:100000000/unlimited',
      KONTOR_LOG_LEVEL: 'error',
    })
    try {
      await nodes.start()
      const shared: string[] = []
      for (let count = 0; count < SHARED_RECORDS; count++)
        shared.push((await nodes.send(0, 'POST', '/customers', { name: `Shared ${count}` })).body.data.id)
      const start = (await nodes.send(0, 'GET', '/events?after=now')).body.meta.cursor
      const end = performance.now() + SECONDS * 1000
      const isOver = () => performance.now() >= end
      let isIdle = false
      const reading = reader(nodes, start, () => isIdle)
      const writing = Array.from({ length: WRITERS }, (_, number) => writer(nodes, number, shared, isOver))
      const [acknowledged] = await Promise.all([Promise.all(writing), nodes.killSecond(isOver)])
      isIdle = true
      const live = await reading
      const later = await reader(nodes, start, () => true)
      const all = acknowledged.flat()
      assert.ok(all.length > 100, `only ${all.length} writes`)
      for (const events of [live, later]) assertComplete(events, all)
      const idsOf = (events: readonly AnyEvent[]) => events.map(({ id }) => id).sort()
      assert.deepEqual(idsOf(live), idsOf(later))
    } finally {
      await nodes.stop()
      await database.drop()
    }
  })
})
