import { serviceActor } from '../../src/core/access.ts'
import { encrypt } from '../../src/core/keys/encryption.ts'
import { Problem } from '../../src/core/problem.ts'
import type { Store } from '../../src/core/store.ts'
import type { Query, Values } from '../../src/db/engine.ts'
import type { EventsRequest, NextEvents } from '../../src/features/events/events-request.ts'
import { ImportRunner } from '../../src/features/imports/import-runner.ts'
import { imports } from '../../src/features/imports/imports.resource.ts'
import { Dispatcher } from '../../src/features/webhooks/dispatch/dispatcher.ts'
import { webhookStates, webhooks } from '../../src/features/webhooks/webhooks.resource.ts'
import type { Resource } from '../../src/model/resource.ts'
import { SimConnection } from './connection.ts'
import type { SimFile } from './file.ts'
import type { Receiver } from './receiver.ts'
import type { ServerProcess } from './server-process.ts'
import { queries, reads } from './sim-records.ts'
import type { World } from './world.ts'

const KEY = Buffer.alloc(32, 7)
const SECRET = encrypt(KEY, 'whsec_c2VjcmV0')
const EVENTS_AT_ONCE = 3
const RECORDS = { name: 'records', fields: {} } as Resource
export const WEBHOOK = 'webhook'
export const IMPORT = 'import'
const RUNNER = 'runner'

/** An import that has begun, and a webhook for all events. */
export function fillBackground(file: SimFile, rowCount: number): void {
  const common = { status: 'running', origin: {}, createdBy: null }
  file.set(imports.name, IMPORT, [
    IMPORT,
    { id: IMPORT, ...common, attempt: 1, holder: RUNNER, processed: 0, rowCount },
  ])
  const secrets = { sealedSecret: SECRET, sealedPreviousSecret: null, secretRotatedAt: null }
  const webhook = { id: WEBHOOK, url: 'https://receiver', events: ['*'], filter: null, isActive: true, ...secrets }
  file.set(webhooks.name, WEBHOOK, [WEBHOOK, webhook])
  const state = { holder: null, leaseCount: 0, failingSince: null, replayCursor: null }
  file.set(webhookStates.name, WEBHOOK, [WEBHOOK, { id: WEBHOOK, cursor: '0', ...state }])
}

/** What a server does besides answering: the real code of imports and webhooks. */
export class Background {
  readonly #runner: ImportRunner
  readonly #dispatcher: Dispatcher
  readonly server: ServerProcess

  constructor(world: World, receiver: Receiver, clock: () => number) {
    const { server, problems, trace } = world
    this.server = server
    const connection = new SimConnection(world.connectionHost, 'background')
    const query = async (asked: Query): Promise<readonly Values[]> => {
      await server.pause()
      return connection.run(asked)
    }
    const onError = (error: unknown) => {
      trace?.(`background work fails: ${error}`)
      if (!(error instanceof Problem) || error.status !== 503) problems.push(`background work fails: ${error}`)
    }
    const common = {
      executor: server,
      store: { reads: ({ now }) => reads({ query }, now) } as Store,
      clock,
      onError,
    }
    this.#runner = new ImportRunner({ ...common, holder: RUNNER, currentActor: async (actor) => actor })
    this.#dispatcher = new Dispatcher({
      ...common,
      key: KEY,
      subjects: [RECORDS],
      send: ({ body }) => receiver.receive(body),
      nextEvents: (request) => nextEvents(world, server, request),
      ownerOf: async () => ({ actor: serviceActor }),
      isAlone: true,
      holder: 'dispatcher',
      monotonic: () => performance.now(),
    })
  }

  look(): void {
    if (!this.server.isAlive) return
    void this.#runner.look(true)
    void this.#dispatcher.look()
  }
}

/** In place of the change feed: the events after a sequence number, in one snapshot. */
async function nextEvents(world: World, server: ServerProcess, { after }: EventsRequest): Promise<NextEvents> {
  const { head, rows } = await server.read(async ({ query }) => ({
    head: (await query(queries.get('heads', 'head')))[0]![1] as number,
    rows: await query(queries.scan('events')),
  }))
  const isAhead = world.bug?.tellsUncommitted && head < Number(after) + EVENTS_AT_ONCE
  const guessed: Values[] = isAhead ? [[String(head + 1), 'anvil', 1, 'uncommitted']] : []
  const next = [...rows, ...guessed].filter(([sequence]) => Number(sequence) > Number(after))
  const page = next.sort((a, b) => Number(a[0]) - Number(b[0])).slice(0, EVENTS_AT_ONCE)
  const cursor = String(page.at(-1)?.[0] ?? after)
  const events = page.map(([sequence, recordId, version, run]) => {
    const resource = 'records'
    const common = { cursor: String(sequence), type: 'records.updated', resource, actor: null, requestId: null }
    const at = new Date(0).toISOString()
    const changed = { changedFields: [], changes: {} }
    return { id: `${sequence} run ${run}`, recordId, version, at, ...common, ...changed } as never
  })
  return { events, cursor, keptCursor: cursor, hasMore: page.length < next.length }
}
