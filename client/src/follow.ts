import type { Query } from './query.ts'
import { delayBefore, isRetryable, wait } from './retry.ts'
import type { Answer, CallOptions } from './types.ts'

const WAIT_SECONDS = 25

interface FeedMeta {
  readonly cursor: string
}
type List = (query: Query, options?: CallOptions) => Promise<unknown>

/**
 * Goes on for ever: it waits for what comes next, and while the server cannot be reached it tries again and again. It ends
 * when the signal is aborted, and throws what no repetition can help.
 */
export const followOf = (list: List) =>
  async function* follow(query: Query = {}, options: CallOptions = {}): AsyncGenerator<unknown, void, void> {
    const { signal } = options
    let asked: Query = { wait: WAIT_SECONDS, ...query }
    for (let failures = 0; !signal?.aborted; ) {
      try {
        const { data, meta } = (await list(asked, options)) as Answer<readonly unknown[], FeedMeta>
        yield* data
        asked = { ...asked, after: meta.cursor }
        failures = 0
      } catch (error) {
        if (signal?.aborted) return
        if (!isRetryable(error, true)) throw error
        await wait(delayBefore(++failures, error), signal).catch(() => {})
      }
    }
  }
