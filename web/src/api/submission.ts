import { ApiError, ConnectionError, isStatus } from './api-error.ts'
import { type HttpOptions, http, newKey } from './http.ts'
import type { Input } from './records.ts'
import type { Answer } from './request.ts'
import type { Row } from './resources.ts'

export interface Submitted<T, S> extends Answer<T> {
  /** The form as it was when the request was sent that the server has carried out. */
  readonly form: S
  /** An earlier request had arrived, and only its reply was lost: the request sent last was not carried out. */
  readonly isEarlier: boolean
}

export interface Sent<S> {
  readonly path: string
  readonly request: HttpOptions
  readonly form: S
}

const TRIES = 10

/** What a page must know after a reload, so that a request that may have arrived is not carried out twice. */
export interface KeptSubmission<S> {
  readonly key: string
  readonly unanswered: readonly Sent<S>[]
}

/**
 * One write that happens once, although replies get lost and the user changes the form in between.
 *
 * The Idempotency-Key stays the same until a reply says what became of it. If a changed request is refused because its
 * key was used before, an earlier one has arrived: repeating that one changes nothing and answers what it has written.
 */
export class Submission<S = unknown> {
  #key = newKey()
  #unanswered: Sent<S>[] = []
  #sending: Sent<S> | undefined

  /** Undefined: no request is waiting for its reply. */
  get kept(): KeptSubmission<S> | undefined {
    const unanswered = [...this.#unanswered, ...(this.#sending ? [this.#sending] : [])]
    return unanswered.length > 0 ? { key: this.#key, unanswered } : undefined
  }

  /** Goes on after a reload. */
  resume({ key, unanswered }: KeptSubmission<S>): void {
    this.#key = key
    this.#unanswered = [...unanswered]
  }

  async send<T>(path: string, request: HttpOptions, form: S): Promise<Submitted<T, S>> {
    // Another address is another write: a page can stay while the record on it changes.
    if (this.#unanswered.some((sent) => sent.path !== path)) this.#begin()
    try {
      this.#sending = { path, request, form }
      const answer = await this.#attempt<T>(path, request)
      this.#begin()
      return { ...answer, form, isEarlier: false }
    } catch (error) {
      if (isUnanswered(error)) this.#unanswered.push({ path, request, form })
      if (!isKeyUsed(error)) throw error
      return this.#earlier<T>(error)
    } finally {
      this.#sending = undefined
    }
  }

  /** Of several unanswered requests at most one was carried out; the others are refused for the key. */
  async #earlier<T>(refusal: unknown): Promise<Submitted<T, S>> {
    for (const { path, request, form } of this.#unanswered) {
      try {
        const answer = await this.#attempt<T>(path, request)
        this.#begin()
        return { ...answer, form, isEarlier: true }
      } catch (error) {
        if (!isKeyUsed(error)) throw error
      }
    }
    throw refusal
  }

  /** While the first request is still being carried out, the server asks to wait. */
  async #attempt<T>(path: string, request: HttpOptions): Promise<Answer<T>> {
    const idempotencyKey = this.#key
    for (let tries = 1; ; tries++) {
      try {
        return await http<T>(path, { ...request, idempotencyKey })
      } catch (error) {
        if (!isStatus(error, 409) || error.code !== 'IDEMPOTENCY_IN_PROGRESS' || tries === TRIES) throw error
        await new Promise((resolve) => setTimeout(resolve, (error.retryAfter ?? 1) * 1000))
      }
    }
  }

  #begin(): void {
    this.#key = newKey()
    this.#unanswered = []
  }
}

export const createRecord = (resource: string, input: Input, submission = new Submission()) =>
  submission.send<Row>(`/${resource}`, { method: 'POST', body: input }, input)

const isKeyUsed = (error: unknown) => error instanceof ApiError && error.code === 'IDEMPOTENCY_KEY_REUSED'

/** It is not known whether the request was carried out. */
const isUnanswered = (error: unknown) =>
  error instanceof ConnectionError || (error instanceof ApiError && error.status >= 500)
