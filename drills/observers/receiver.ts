import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { Agent, createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { randomFrom } from '../../server/test/support/random.ts'
import type { DrillContext } from '../framework/drill.ts'
import type { Random } from '../framework/random.ts'
import { count, type Violation } from '../framework/summary.ts'
import { LIMIT_MS } from '../framework/wait-for.ts'
import type { Change } from '../history/check.ts'
import { call, signIn } from '../history/client.ts'
import { everyRecord } from '../history/read-state.ts'
import type { Target } from '../history/target.ts'
import { eventsIn, notInLog, type ToldEvent, textOf } from './events.ts'
import type { Observer, OpenObserver } from './observer.ts'

const KIND = 'webhook'
/** Each delivery costs two writes: not all events, so that the load stays what it is. */
const SUBSCRIBED = ['items.*', 'customers.created', 'sales-orders.submitted', 'payments.deleted']
/** The change of the webhook itself, by which the end of the feed is seen. */
const MARK = 'webhooks.updated'
const MARK_EVERY_MS = 3000
const LOOK_MS = 50
const UNAVAILABLE = 503

/** How often the receiver refuses, and how often it answers late. */
interface Manners {
  readonly refusals: number
  readonly delays: number
}
const USUAL: Manners = { refusals: 0.02, delays: 0.03 }
const DELAY_MS = 300

/** Takes webhooks over all faults. */
export const receiver = (context: DrillContext): Promise<Observer> => openReceiver(context, USUAL)

/** Where the clock is set ahead, a refused delivery is given up as too old: this one refuses none. */
export const patientReceiver: OpenObserver = (context) => openReceiver(context, { ...USUAL, refusals: 0 })

async function openReceiver(context: DrillContext, manners: Manners): Promise<Observer> {
  const inbox = new Inbox(randomFrom(context.seed), manners)
  const url = await inbox.open(context)
  let target: Target
  let webhook = ''
  return {
    environment: { KONTOR_WEBHOOKS_ALLOW: 'private' },
    async begin(observed) {
      target = observed.target
      const created = await createWebhook(target.origin, url)
      webhook = created.id
      inbox.secret = created.secret
    },
    async check({ changes }) {
      if (!(await isToldEnd(target, webhook, inbox)))
        return { facts: [], violations: [{ kind: KIND, text: 'the end of the feed did not arrive' }] }
      const pending = new Set<string>()
      const path = `/webhooks/${webhook}/deliveries?status=pending&perPage=100`
      for await (const { eventId } of everyRecord(target, path)) pending.add(eventId)
      return {
        facts: [count(inbox.accepted.size, 'webhooks received', 'webhook received')],
        violations: [...inbox.violations, ...checkReceived(inbox.accepted, pending, changes)],
      }
    },
  }
}

/** Each event was accepted, or will be sent again; and nothing else was sent. */
export function checkReceived(
  accepted: ReadonlyMap<string, ToldEvent>,
  pending: ReadonlySet<string>,
  changes: readonly Change[],
): Violation[] {
  const expected = eventsIn(changes)
  const missing = [...expected.values()].filter(
    ({ id, type }) => isSubscribed(type) && !accepted.has(id) && !pending.has(id),
  )
  const told = [...accepted.values()].filter(({ type }) => type !== MARK)
  return [
    ...missing.map((event) => ({ kind: KIND, text: `${textOf(event)} was not sent, and will not be` })),
    ...notInLog(KIND, told, expected),
  ]
}

const isSubscribed = (type: string) => SUBSCRIBED.includes(type) || SUBSCRIBED.includes(type.replace(/\..*/, '.*'))

/** Ordered by a user: an API key, and a webhook that was ordered with it, may end when the clock is set. */
async function createWebhook(origin: string, url: string): Promise<{ id: string; secret: string }> {
  const agent = new Agent()
  const body = { url, events: [...SUBSCRIBED, MARK] }
  const headers = { authorization: `Bearer ${await signIn(origin, agent)}` }
  const created = await call(origin, agent, { method: 'POST', path: '/webhooks', body, headers })
  agent.destroy()
  if (created.status !== 201) throw new Error(`The drill gets no webhook: ${JSON.stringify(created.body)}`)
  return created.body.data
}

/** The feed is read in its order: when a change arrives that is later than all others, they all have a delivery. */
async function isToldEnd(target: Target, webhook: string, { marks }: Inbox): Promise<boolean> {
  const marked = new Set<number>()
  for (const end = performance.now() + LIMIT_MS; performance.now() < end; ) {
    const body = { description: `Mark ${marked.size}` }
    const reply = await target.send(0, { method: 'PUT', path: `/webhooks/${webhook}`, body }).catch(() => undefined)
    if (reply?.status === 200) marked.add(reply.body.data.version)
    for (const next = performance.now() + MARK_EVERY_MS; performance.now() < next; await pause(LOOK_MS))
      if (marks.some((version) => marked.has(version))) return true
  }
  return false
}

class Inbox {
  readonly accepted = new Map<string, ToldEvent>()
  readonly violations: Violation[] = []
  /** The versions of the webhook that have arrived. */
  readonly marks: number[] = []
  secret = ''
  readonly #random: Random
  readonly #manners: Manners

  constructor(random: Random, manners: Manners) {
    this.#random = random
    this.#manners = manners
  }

  async open({ onEnd }: DrillContext): Promise<string> {
    const server = createServer((request, response) => this.#take(request, response).catch(() => response.destroy()))
    onEnd(() => {
      server.closeAllConnections()
      server.close()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString()
    const { id, type, recordId, version } = JSON.parse(text).data
    if (!this.#isSigned(request.headers, text))
      this.violations.push({ kind: KIND, text: `${id} has no valid signature` })
    if (type === MARK) this.marks.push(version)
    if (this.#random() < this.#manners.delays) await pause(this.#random() * DELAY_MS)
    const isRefused = type !== MARK && this.#random() < this.#manners.refusals
    if (!isRefused) this.accepted.set(id, { id, type, recordId, version })
    response.writeHead(isRefused ? UNAVAILABLE : 204).end()
  }

  #isSigned(headers: IncomingHttpHeaders, text: string): boolean {
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`
    const key = Buffer.from(this.secret.replace('whsec_', ''), 'base64')
    const signature = createHmac('sha256', key).update(signed).digest('base64')
    return headers['webhook-signature'] === `v1,${signature}`
  }
}
