import { Problem } from '../../core/problem.ts'
import { msg } from '../../model/message.ts'

const WAITING_MAX = 1000
const WAITING_OF_USER_MAX = 20
const RETRY_AFTER_SECONDS = 5

/** Counts the requests that wait or stream: each holds a connection, so there may only be so many. */
export class WaitingRequests {
  readonly #byUser = new Map<string, number>()
  #all = 0

  /** Throws if there are too many; returns what to call at the end. */
  enter(userId: string): () => void {
    const own = this.#byUser.get(userId) ?? 0
    const retryAfterSeconds = RETRY_AFTER_SECONDS
    if (own >= WAITING_OF_USER_MAX) {
      const text = msg`${WAITING_OF_USER_MAX} requests of this user are waiting for events already. End one of them, or send wait=0.`
      throw new Problem('RATE_LIMIT_EXCEEDED', { text, retryAfterSeconds })
    }
    if (this.#all >= WAITING_MAX) {
      const text = msg`Too many requests are waiting for events. Try again in a moment, or send wait=0.`
      throw new Problem('OVERLOADED', { text, retryAfterSeconds })
    }
    this.#count(userId, 1)
    return () => this.#count(userId, -1)
  }

  #count(userId: string, by: 1 | -1): void {
    const own = (this.#byUser.get(userId) ?? 0) + by
    this.#all += by
    if (own === 0) this.#byUser.delete(userId)
    else this.#byUser.set(userId, own)
  }
}
