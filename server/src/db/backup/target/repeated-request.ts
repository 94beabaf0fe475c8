import { setTimeout as sleep } from 'node:timers/promises'
import { ArchiveError } from '../../engine.ts'

/** Without progress. A sent body is longer under way: nothing tells how far it is. */
const TIMEOUT_MS = 60_000
const SENT_BYTES_PER_MS = 140
/** Some seconds in all: a server that cannot be reached must be noticed soon. */
const PAUSES_MS = [200, 500, 1200, 2500]
const RETRY_AFTER_MAX_MS = 3000
const TOO_MANY_REQUESTS = 429
const SERVER_ERROR = 500

export interface Answer {
  readonly host: string
  readonly ok: boolean
  readonly status: number
  readonly body: Buffer
}

interface HttpRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array<ArrayBuffer>
}

class TimedOut extends Error {}

/**
 * Repeats a request whose connection breaks, before the answer or within it, or whose server is overloaded. A request
 * must be one that can be repeated. `sign` makes it anew for each attempt.
 */
export async function requestRepeatedly(url: URL, sign: () => HttpRequest): Promise<Answer> {
  let timeouts = 0
  for (let attempt = 0; ; attempt++) {
    const pause = PAUSES_MS[attempt]
    try {
      const { answer, retryAfterMs } = await requestOnce(url, sign())
      if (!isTemporary(answer.status) || pause === undefined) return answer
      await sleep(Math.max(pause, Math.min(retryAfterMs, RETRY_AFTER_MAX_MS)))
    } catch (error) {
      if (error instanceof TimedOut) timeouts++
      if (pause === undefined || timeouts > 1)
        throw new ArchiveError(`${url.host} cannot be reached: ${reasonOf(error)}.`)
      await sleep(pause)
    }
  }
}

const isTemporary = (status: number) => status === TOO_MANY_REQUESTS || status >= SERVER_ERROR

async function requestOnce(url: URL, request: HttpRequest): Promise<{ answer: Answer; retryAfterMs: number }> {
  const stopping = new AbortController()
  const stop = () => stopping.abort(new TimedOut('it does not answer in time'))
  let timer = setTimeout(stop, TIMEOUT_MS + (request.body?.length ?? 0) / SENT_BYTES_PER_MS)
  try {
    const response = await fetch(url, { ...request, signal: stopping.signal })
    clearTimeout(timer)
    timer = setTimeout(stop, TIMEOUT_MS)
    const chunks: Uint8Array[] = []
    for await (const chunk of response.body ?? []) {
      timer.refresh()
      chunks.push(chunk)
    }
    const { ok, status, headers } = response
    const retryAfterMs = Number(headers.get('retry-after')) * 1000 || 0
    return { answer: { host: url.host, ok, status, body: Buffer.concat(chunks) }, retryAfterMs }
  } finally {
    clearTimeout(timer)
  }
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  const { code, message: inner } = (cause ?? {}) as NodeJS.ErrnoException
  return code ?? inner ?? message
}
