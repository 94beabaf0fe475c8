import { serviceActor } from '../../core/access.ts'
import type { Executor } from '../../core/command.ts'
import { dueRanges } from '../../core/due.ts'
import { plainList } from '../../core/lists/list-query.ts'
import { Problem } from '../../core/problem.ts'
import { type Store, wholeScope } from '../../core/store.ts'
import type { AnyRecord } from '../../model/resource.ts'
import { timeText } from '../../model/text.ts'
import { mailRequests } from './mail-requests.resource.ts'
import { messages } from './messages.resource.ts'
import { ATTEMPT_MS, type Claimed, LONGEST_WAIT_MS, type Mail, type Outcome, outbox } from './messages-entry.ts'

/** Hands a message to a mail server. Throws `MailRefused` where another attempt would fail as well. */
export type Transport = (mail: Mail) => Promise<void>

export class MailRefused extends Error {}

export interface MailerParts {
  readonly executor: Executor
  readonly store: Store
  readonly clock: () => number
  /** Milliseconds of a clock that is never set. */
  readonly monotonic: () => number
  readonly transport: Transport
  /** Called for each failed attempt. */
  onFailure(mail: Mail, reason: string): void
}

/** An attempt of another node, and since when it has been seen. */
interface Seen {
  readonly attempt: number
  readonly since: number
}

/**
 * Sends messages that are due. Which ones is in the database: a message survives a crash, and of several nodes one takes it.
 * A crash between the acceptance by the mail server and our commit sends it again, with the same Message-ID.
 */
export class Mailer {
  readonly #parts: MailerParts
  #underWay: ReadonlyMap<string, Seen> = new Map()

  constructor(parts: MailerParts) {
    this.#parts = parts
  }

  async look(stopping?: AbortSignal): Promise<void> {
    for (const { id } of await this.#asked()) {
      if (stopping?.aborted) return
      await this.#do('compose', { id })
    }
    const underWay = new Map<string, Seen>()
    for (const id of await this.#due()) {
      if (stopping?.aborted) return
      const seen = await this.#attempt(id)
      if (seen) underWay.set(id, seen)
    }
    this.#underWay = underWay
  }

  async #asked() {
    const { store, clock } = this.#parts
    const reads = store.reads(wholeScope(new Date(clock()).toISOString()))
    return (await reads.list(mailRequests, plainList([], { order: 'asc' }))).records
  }

  async #due(): Promise<string[]> {
    const { store, clock } = this.#parts
    const now = timeText(clock())
    const reads = store.reads(wholeScope(now))
    const pages = dueRanges('nextAttemptAt', now, LONGEST_WAIT_MS).map((range) =>
      reads.list(messages, plainList([range], { sort: 'nextAttemptAt', order: 'asc' })),
    )
    return (await Promise.all(pages)).flatMap(({ records }) => records.map(({ id }) => id))
  }

  /** Sends a message; returns the attempt of another node where that is under way. */
  async #attempt(id: string): Promise<Seen | undefined> {
    const now = this.#parts.monotonic()
    const seen = this.#underWay.get(id)
    const abandoned = seen && now - seen.since >= ATTEMPT_MS ? seen.attempt : undefined
    const { mail, underWay } = (await this.#do('claim', { id, abandoned })) as Claimed
    if (mail) await this.#do('settle', { ...(await this.#send(mail)) })
    if (underWay === undefined) return undefined
    return seen?.attempt === underWay ? seen : { attempt: underWay, since: now }
  }

  async #send(mail: Mail): Promise<Outcome> {
    const { transport, onFailure } = this.#parts
    const { id, attempts } = mail
    try {
      await transport(mail)
      return { id, attempts }
    } catch (error) {
      const problem = (error instanceof Error && error.message) || String(error)
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
