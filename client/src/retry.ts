import { KontorConnectionError, KontorError } from './errors.ts'

/** Sends a request as often as needed. `isSafe`: sent twice, it is done once. */
export type Repeat = (
  attempt: () => Promise<Response>,
  request: { readonly method?: string; readonly signal?: AbortSignal; readonly isSafe?: boolean },
) => Promise<Response>

const RETRIES = 4
const FIRST_WAIT_MS = 500
const WAIT_MAX_MS = 30_000
/** A server that asks to wait longer than this is not waited for. */
const RETRY_AFTER_MAX_SECONDS = 60

/** Nothing was done: any request may be repeated. */
const NOT_DONE = ['RATE_LIMIT_EXCEEDED', 'UNAVAILABLE', 'OVERLOADED']
/** It is done, or was done, under the same Idempotency-Key: a repetition gets its response. */
const WITH_KEY = ['OUTCOME_UNKNOWN', 'IDEMPOTENCY_IN_PROGRESS']

export const repeating =
  (retries = RETRIES): Repeat =>
  async (send, { method = 'GET', signal, isSafe = method === 'GET' }) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await send()
      } catch (error) {
        if (signal?.aborted || attempt > retries || !isRetryable(error, isSafe)) throw error
        await wait(delayBefore(attempt, error), signal)
      }
    }
  }

/** Whether the same request may be sent again. */
export function isRetryable(error: unknown, isSafe: boolean): boolean {
  if (error instanceof KontorConnectionError) return isSafe
  if (!(error instanceof KontorError) || (error.retryAfter ?? 0) > RETRY_AFTER_MAX_SECONDS) return false
  if ((NOT_DONE as readonly string[]).includes(error.code)) return true
  // A proxy before the server answers without a code.
  const isUnavailable = WITH_KEY.includes(error.code) || [429, 502, 503, 504].includes(error.status)
  return isSafe && isUnavailable
}

/** At least what the server asks for; otherwise twice as long each time, at random, so that clients do not come together. */
export function delayBefore(attempt: number, error: unknown, random = Math.random): number {
  const asked = error instanceof KontorError ? (error.retryAfter ?? 0) * 1000 : 0
  const backoff = Math.min(WAIT_MAX_MS, FIRST_WAIT_MS * 2 ** (attempt - 1))
  return asked + backoff * (0.5 + random() / 2) * (asked > 0 ? 0.2 : 1)
}

/** Rejects at once when the signal is aborted. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const abort = () => {
      clearTimeout(timer)
      reject(signal!.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', abort, { once: true })
  })
}
