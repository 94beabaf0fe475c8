import type { AnyRecord } from '../../model/resource.ts'
import { serviceActor } from '../access.ts'
import type { Executor } from '../command.ts'
import { plainList } from '../lists/list-query.ts'
import { Problem } from '../problem.ts'
import { type Store, wholeScope } from '../store.ts'
import { messages } from './messages.resource.ts'
import { type Mail, type Outcome, outbox } from './messages-entry.ts'

/** Hands a message to a mail server. Throws `MailRefused` where another attempt would fail as well. */
export type Transport = (mail: Mail) => Promise<void>

export class MailRefused extends Error {}

export interface MailerParts {
  readonly executor: Executor
  readonly store: Store
  readonly clock: () => number
  readonly transport: Transport
  /** Called for each failed attempt. */
  onFailure(mail: Mail, reason: string): void
}

/**
 * Sends messages that are due. Which ones is in the database: a message survives a crash, and of several nodes one takes it.
 * A crash between the acceptance by the mail server and our commit sends it again, with the same Message-ID.
 */
export class Mailer {
  readonly #parts: MailerParts

  constructor(parts: MailerParts) {
    this.#parts = parts
  }

  async look(stopping?: AbortSignal): Promise<void> {
    for (const id of await this.#due()) {
      if (stopping?.aborted) return
      await this.#attempt(id)
    }
  }

  async #due(): Promise<string[]> {
    const { store, clock } = this.#parts
    const now = new Date(clock()).toISOString()
    const isDue = { path: 'nextAttemptAt', operator: 'lte', values: [now] } as const
    const query = plainList([isDue], { sort: 'nextAttemptAt', order: 'asc' })
    return (await store.reads(wholeScope(now)).list(messages, query)).records.map(({ id }) => id)
  }

  async #attempt(id: string): Promise<void> {
    const { mail } = (await this.#do('claim', { id })) as { mail?: Mail }
    if (mail) await this.#do('settle', { ...(await this.#send(mail)) })
  }

  async #send(mail: Mail): Promise<Outcome> {
    const { transport, onFailure } = this.#parts
    const { id, attempts } = mail
    try {
      await transport(mail)
      return { id, attempts }
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error)
      onFailure(mail, problem)
      return { id, attempts, problem, isFinal: error instanceof MailRefused }
    }
  }

  async #do(action: string, input: AnyRecord): Promise<AnyRecord> {
    const command = { resource: outbox.name, action, actor: serviceActor, id: '', input }
    const { body } = await this.#parts.executor.execute(command).catch((error) => {
      // Removed meanwhile.
      if (error instanceof Problem && error.code === 'NOT_FOUND') return { body: '{"data":{}}' }
      throw error
    })
    return JSON.parse(body).data
  }
}
