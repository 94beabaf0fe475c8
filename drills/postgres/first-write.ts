import { setTimeout as pause } from 'node:timers/promises'
import type { History } from '../history/history.ts'

const PAUSE_MS = 5

/** How long it takes, in milliseconds from now, until a write is acknowledged that is sent from now on. */
export async function firstWrite({ operations }: History): Promise<number> {
  const since = performance.now()
  const first = operations.length
  for (;;) {
    const done = operations.slice(first).find(({ outcome }) => outcome === 'ok')
    if (done) return done.endedAt! - since
    await pause(PAUSE_MS)
  }
}
