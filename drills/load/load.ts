import { setTimeout as pause } from 'node:timers/promises'
import { randomFrom } from '../../server/test/support/random.ts'
import { LIMIT_MS } from '../framework/wait-for.ts'
import { attempt } from '../history/attempt.ts'
import type { Reply } from '../history/client.ts'
import type { History, NewOperation, Operation } from '../history/history.ts'
import type { Target } from '../history/target.ts'
import { KnownRecords } from './known-records.ts'
import { firstRequests, randomRequest } from './requests.ts'

export const CLIENTS = 16
/** After a refused connection or an overloaded server, so that an outage does not fill the history. */
const PAUSE_MS = 25
/** The share of acknowledged requests with a key that are sent once more. */
const REPEATED = 0.1

export interface LoadOptions {
  readonly seed: number
  readonly target: Target
  readonly history: History
  /** How many clients send one request after the other. */
  readonly clients?: number
  /** At most so many requests of all clients together. */
  readonly perSecond?: number
  /** The load ends by itself after so many requests of all clients. */
  readonly requests?: number
}

/** Clients that write until they are stopped. Half of their requests have an Idempotency-Key. */
export interface Load {
  /** Resolves when so many further writes are acknowledged, or the load has ended. Rejects if none is for minutes. */
  reaches(furtherAcknowledged: number): Promise<void>
  /** Resolves when all requests are answered, or given up. */
  stop(): Promise<void>
  /** Resolves when all clients have sent what they were to send. */
  readonly ended: Promise<unknown>
}

export async function startLoad(options: LoadOptions): Promise<Load> {
  const { seed, target, history, clients = CLIENTS, requests = Number.POSITIVE_INFINITY, perSecond } = options
  const known = new KnownRecords()
  await prepare(options, known)
  let isStopped = false
  let left = requests
  let hasEnded = false
  /** As a client does that has not seen the answer: it must get the same one. */
  const repeat = async (operation: Operation, client: number, { body }: NewOperation) => {
    operation.body = body
    await attempt(history, target, client, operation)
  }
  const run = async (client: number) => {
    const random = randomFrom(seed * 1000 + client)
    while (!isStopped && left-- > 0) {
      const isKeyed = random() < 0.5
      const label = `S${seed}-${history.operations.length}`
      const request = randomRequest({ known, random, label })
      const operation = history.invoke({ ...request, ...(isKeyed && { key: `key-${label}` }) })
      const reply = await attempt(history, target, client, operation)
      putRecords(known, request, reply)
      if (isKeyed && operation.outcome === 'ok' && random() < REPEATED) await repeat(operation, client, request)
      if (reply?.status === 412) await readAgain(known, target, client, operation)
      if (!reply || reply.status >= 429) await pause(PAUSE_MS)
      const due = perSecond === undefined ? 0 : operation.invokedAt + (clients * 1000) / perSecond - performance.now()
      if (due > 0) await pause(due)
    }
  }
  const ended = Promise.all(Array.from({ length: clients }, (_, client) => run(client))).finally(() => {
    hasEnded = true
    history.pause()
  })
  ended.catch(() => {}) // the caller of stop() gets the error
  return {
    ended,
    async reaches(further) {
      const goal = history.acknowledged + further
      let [reached, reachedAt] = [history.acknowledged, performance.now()]
      while (history.acknowledged < goal && !hasEnded) {
        await pause(1)
        if (history.acknowledged > reached) [reached, reachedAt] = [history.acknowledged, performance.now()]
        if (performance.now() - reachedAt > LIMIT_MS) throw new Error(standstillOf(history))
      }
    },
    async stop() {
      isStopped = true
      await ended
    },
  }
}

function standstillOf({ operations }: History): string {
  const last = operations.findLast(({ outcome }) => outcome !== undefined)
  const reply = [last?.status, last?.code].filter(Boolean).join(' ')
  return `No write was acknowledged for ${LIMIT_MS / 1000} s. The last one: ${last?.method} ${last?.path}: ${reply}`
}

async function prepare({ seed, target, history }: LoadOptions, known: KnownRecords): Promise<void> {
  for (const request of firstRequests(`S${seed}-${history.operations.length}`)) {
    const operation = history.invoke(request)
    const reply = await attempt(history, target, 0, operation)
    if (reply?.status !== 201) throw new Error(`The load cannot begin: ${reply?.status} ${JSON.stringify(reply?.body)}`)
    putRecords(known, request, reply)
  }
  history.pause()
}

/** Keeps the records of a reply for later requests. */
function putRecords(known: KnownRecords, { path, method, body }: NewOperation, reply: Reply | undefined): void {
  if (!reply || reply.status >= 300) return
  const [, resource, id] = path.split('/')
  if (method === 'DELETE') known.forget(resource!, id!)
  else if (path !== '/batch') known.put(resource!, reply.body.data)
  else
    for (const [index, { data }] of reply.body.data.entries())
      known.put((body as { operations: { path: string }[] }).operations[index]!.path.slice(1), data)
}

/** Another client has changed the record: later requests need its new version. */
async function readAgain(known: KnownRecords, target: Target, client: number, { path }: Operation): Promise<void> {
  const reply = await target.send(client, { method: 'GET', path }).catch(() => undefined)
  if (reply?.status === 200) known.put(path.split('/')[1]!, reply.body.data)
}
