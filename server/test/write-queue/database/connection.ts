import { Blocked, DatabaseError } from './database.ts'
import { type ConnectionOptions, textOf } from './options.ts'
import { type Reply, Session, type Statement } from './session.ts'

interface Sent {
  readonly statement: Statement
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: unknown) => void
  hasMetFaults: boolean
}

const AT_ONCE_MAX = 4

/** One connection. Statements are carried out in the order in which they were sent, and replies arrive in it. */
export class ServerConnection {
  readonly #options: ConnectionOptions
  readonly #id: number
  readonly #session: Session
  readonly #inbox: Sent[] = []
  readonly #outbox: (() => void)[] = []
  readonly #unanswered = new Set<Sent>()
  #isActing = false
  #isDelivering = false
  /** The client has lost it. */
  isCut = false
  /** Called with replies that arrive after the connection was lost. */
  onLateReply: (reply: Reply | DatabaseError) => void = () => {}

  constructor(options: ConnectionOptions, id: number) {
    this.#options = options
    this.#id = id
    this.#session = new Session(options.database, options.hasRowLocks, options.onCommit)
  }

  send(statement: Statement): Promise<Reply> {
    return new Promise((resolve, reject) => {
      if (this.isCut) return reject(new DatabaseError('unavailable', 'Connection terminated'))
      const sent = { statement, resolve, reject, hasMetFaults: false }
      this.#unanswered.add(sent)
      this.#inbox.push(sent)
      this.#act()
    })
  }

  /** The client loses the connection. The server still carries out what has arrived, before it notices. */
  cut(): void {
    if (this.isCut) return
    this.#options.trace?.(`connection ${this.#id} is cut`)
    this.isCut = true
    this.#inbox.length = this.#options.scheduler.random.below(this.#inbox.length + 1)
    for (const { reject } of this.#unanswered) reject(new DatabaseError('unavailable', 'Connection terminated'))
    this.#unanswered.clear()
    this.#act()
  }

  /** Takes a reply for the answer to what was sent first. */
  misdeliver(reply: Reply | DatabaseError): void {
    const [sent] = this.#unanswered
    if (!sent) return
    this.#unanswered.delete(sent)
    settle(sent, reply)
  }

  /** The process of the client is gone: nothing is ever settled. */
  abandon(): void {
    this.#unanswered.clear()
    this.cut()
  }

  crash(): void {
    this.cut()
    this.#inbox.length = 0
    this.#session.end(false)
  }

  #act(): void {
    if (this.#isActing) return
    this.#isActing = true
    this.#options.scheduler.later(() => {
      this.#isActing = false
      this.#actNow()
    })
  }

  #actNow(): void {
    for (let left = 1 + this.#options.scheduler.random.below(AT_ONCE_MAX); left > 0; left--) {
      if (this.#options.scheduler.random.chance(this.#options.faults.cut)) this.cut()
      const [sent] = this.#inbox
      if (!sent) break
      const result = this.#attempt(sent)
      if (result instanceof Blocked) {
        this.#waitFor(result.lock)
        return
      }
      this.#inbox.shift()
      this.#reply(sent, result)
    }
    if (this.#inbox.length > 0) this.#act()
    else if (this.isCut) this.#session.end(false)
  }

  #waitFor(lock: string): void {
    this.#options.trace?.(`connection ${this.#id} waits for lock ${lock}`)
    this.#isActing = true
    this.#session.waitFor(lock, () => {
      this.#isActing = false
      this.#act()
    })
  }

  #attempt(sent: Sent): Reply | DatabaseError | Blocked {
    let result: Reply | DatabaseError | Blocked
    try {
      this.#meetFaults(sent)
      result = this.#session.carryOut(sent.statement)
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      this.#session.fail()
      result = error
    }
    this.#options.trace?.(`connection ${this.#id} ${textOf(sent.statement)} → ${textOf(result)}`)
    return result
  }

  #meetFaults(sent: Sent): void {
    const { faults, scheduler } = this.#options
    if (sent.hasMetFaults) return
    sent.hasMetFaults = true
    if (sent.statement === 'BEGIN' || sent.statement === 'ROLLBACK') return
    if (scheduler.random.chance(faults.constraint)) throw new DatabaseError('constraint', 'a check is violated')
    if (scheduler.random.chance(faults.conflict)) throw new DatabaseError('conflict', 'could not serialize access')
  }

  #reply(sent: Sent, reply: Reply | DatabaseError): void {
    this.#outbox.push(() => {
      if (!this.#unanswered.delete(sent)) return this.onLateReply(reply)
      settle(sent, reply)
    })
    if (this.#isDelivering) return
    this.#isDelivering = true
    this.#deliver()
  }

  /** Replies may arrive one by one, or several at once. */
  #deliver(): void {
    const { scheduler, latency } = this.#options
    scheduler.after(scheduler.random.below(latency), () => {
      for (const arrive of this.#outbox.splice(0, 1 + scheduler.random.below(AT_ONCE_MAX))) arrive()
      if (this.#outbox.length > 0) this.#deliver()
      else this.#isDelivering = false
    })
  }
}

function settle({ resolve, reject }: Sent, reply: Reply | DatabaseError): void {
  if (reply instanceof DatabaseError) reject(reply)
  else resolve(reply)
}
