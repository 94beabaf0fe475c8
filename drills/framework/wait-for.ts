import { setTimeout as pause } from 'node:timers/promises'

const PAUSE_MS = 5
/** What does not happen for so long will not happen later either. */
export const LIMIT_MS = 180_000

/** Looks again and again. Rejects after the limit, with a sentence that begins with `failure`. */
export async function waitFor<T>(failure: string, look: () => T | undefined, limitMs = LIMIT_MS): Promise<T> {
  const end = performance.now() + limitMs
  for (;;) {
    const found = look()
    if (found !== undefined) return found
    if (performance.now() > end) throw new Error(`${failure} within ${limitMs / 1000} s.`)
    await pause(PAUSE_MS)
  }
}
