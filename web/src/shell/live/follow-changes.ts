import { call, type DataOf } from '../../api/call.ts'
import { isOwnRequest } from '../../api/http.ts'

export type Change = DataOf<'GET /events'>[number]

const WAIT_SECONDS = 25
/** However much happens, the page is refreshed no more often than this. */
const PAUSE_MS = 5_000
const RETRY_MS = 30_000

/** Tells of changes that were not made by this page, while the page is visible. Returns what ends it. */
export function followChanges(onChanges: (changes: readonly Change[]) => void): () => void {
  let after = 'now'
  let visible: AbortController | undefined

  async function read(signal: AbortSignal): Promise<void> {
    const query = { after, wait: after === 'now' ? 0 : WAIT_SECONDS }
    const { data, meta } = await call('GET /events', { query, signal })
    // A page that was hidden for long has missed too much to be told one by one.
    after = meta.hasMore ? 'now' : meta.cursor
    const changes = data.filter(({ requestId }) => !isOwnRequest(requestId))
    if (changes.length === 0 && !meta.hasMore) return
    onChanges(changes)
    await pause(PAUSE_MS, signal)
  }

  async function follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) await read(signal).catch(() => pause(RETRY_MS, signal))
  }

  function begin(): void {
    visible?.abort()
    visible = new AbortController()
    if (document.visibilityState === 'visible') void follow(visible.signal)
  }

  document.addEventListener('visibilitychange', begin)
  begin()
  return () => {
    document.removeEventListener('visibilitychange', begin)
    visible?.abort()
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
