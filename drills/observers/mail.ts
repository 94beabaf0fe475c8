import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { type ReceivedMail, startMailServer } from '../../server/test/support/mail-server.ts'
import { randomFrom } from '../../server/test/support/random.ts'
import type { DrillContext } from '../framework/drill.ts'
import { count, type Violation } from '../framework/summary.ts'
import { LIMIT_MS } from '../framework/wait-for.ts'
import { call, NoAnswer, signIn } from '../history/client.ts'
import { everyRecord } from '../history/read-state.ts'
import type { Target } from '../history/target.ts'
import type { Observed, Observer } from './observer.ts'

const KIND = 'mail'
const EVERY_MS = 250
/** The longest time after which the mail server accepts a message. */
const DELAY_MS = 150
const LOOK_MS = 100
/** The mail server may read the end of a message so long after its sender was killed. */
const READ_MS = 5000

/** Has mail sent over all faults: a user invites others. */
export async function mail({ seed, onEnd }: DrillContext): Promise<Observer> {
  const random = randomFrom(seed)
  const server = await startMailServer(() => random() * DELAY_MS)
  onEnd(() => server[Symbol.asyncDispose]())
  const inviting = new Inviting()
  onEnd(() => inviting.stop())
  let observed: Observed
  return {
    environment: server.environment,
    async begin(scene) {
      observed = scene
      inviting.start(scene.target)
    },
    finish: () => inviting.end(),
    async check() {
      const messages = await messagesWhenTried(observed.target)
      return {
        facts: [count(server.received.length, 'mails received', 'mail received')],
        violations: checkMail(inviting.invited, messages, server.received, observed.faults),
      }
    },
  }
}

class Inviting {
  /** The addresses of acknowledged invitations. */
  readonly invited: string[] = []
  readonly #agent = new Agent({ keepAlive: true })
  #token: string | undefined
  #isStopped = false
  #work: Promise<void> = Promise.resolve()

  start(target: Target): void {
    this.#work = this.#run(target)
    this.#work.catch(() => {}) // `end` rejects with it
  }

  stop(): void {
    this.#isStopped = true
    this.#agent.destroy()
  }

  async end(): Promise<void> {
    this.#isStopped = true
    await this.#work
  }

  async #run(target: Target): Promise<void> {
    for (let number = 0; !this.#isStopped; number++) {
      await target.isUp()
      await this.#invite(target.origin, number).catch(refuseOthers)
      await pause(EVERY_MS)
    }
  }

  /** Only a user invites users. The session ends when the clock is set ahead. */
  async #invite(origin: string, number: number): Promise<void> {
    this.#token ??= await signIn(origin, this.#agent)
    const email = `person-${number}@drill.example`
    const body = { email, name: `Person ${number}`, role: 'viewer' }
    const headers = { authorization: `Bearer ${this.#token}` }
    const { status } = await call(origin, this.#agent, { method: 'POST', path: '/users/invitations', body, headers })
    if (status === 201) this.invited.push(email)
    if (status === 401) this.#token = undefined
  }
}

/** While there is no server, no answer is no fault. */
function refuseOthers(error: unknown): void {
  if (!(error instanceof NoAnswer)) throw error
}

/** A message as GET /messages shows it. */
export interface QueuedMessage {
  readonly to: string
  readonly messageId: string
  readonly status: string
  readonly attempts: number
  readonly nextAttemptAt: string | null
  readonly reason: string | null
}

/** A message is tried at once; again after minutes, if its server was killed meanwhile. The clock may have been ahead. */
const isToBeTried = ({ status, attempts, nextAttemptAt }: QueuedMessage) =>
  status === 'queued' && attempts === 0 && Date.parse(nextAttemptAt!) <= Date.now()

async function messagesWhenTried(target: Target): Promise<QueuedMessage[]> {
  for (const end = performance.now() + LIMIT_MS; performance.now() < end; await pause(LOOK_MS)) {
    const messages: QueuedMessage[] = await Array.fromAsync(everyRecord(target, '/messages?perPage=100'))
    if (!messages.some(isToBeTried)) return messages
  }
  throw new Error(`A message was not sent within ${LIMIT_MS / 1000} s.`)
}

/** Every message of an acknowledged request is sent, and twice only if a fault has come between. */
export function checkMail(
  invited: readonly string[],
  messages: readonly QueuedMessage[],
  received: readonly Pick<ReceivedMail, 'messageId' | 'to' | 'at'>[],
  faults: readonly number[],
): Violation[] {
  const receivedById = Map.groupBy(received, ({ messageId }) => messageId)
  const known = new Set(messages.map(({ messageId }) => messageId))
  const addressed = new Set(messages.map(({ to }) => to))
  const isBetween = (from: number, to: number) => faults.some((at) => at >= from - READ_MS && at <= to)
  const texts = [
    ...invited.flatMap((email) => (addressed.has(email) ? [] : [`there is no message to ${email}, who was invited`])),
    ...messages.flatMap(({ to, messageId, status, reason }) => {
      if (status === 'failed') return [`the message to ${to} has failed: ${reason}`]
      return status === 'sent' && !receivedById.has(messageId)
        ? [`the message to ${to} is ${status}, but did not arrive`]
        : []
    }),
    ...received.flatMap(({ to, messageId }) =>
      known.has(messageId) ? [] : [`${to} got a message that is not stored`],
    ),
    ...[...receivedById.values()].flatMap((some) =>
      some.flatMap(({ to, at }, index) =>
        index > 0 && !isBetween(some[index - 1]!.at, at) ? [`${to} got a message twice without a fault`] : [],
      ),
    ),
  ]
  return texts.map((text) => ({ kind: KIND, text }))
}
