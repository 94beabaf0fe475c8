import { waitFor } from '../framework/wait-for.ts'
import type { History } from '../history/history.ts'

/** How long it takes, in milliseconds from now, until a write is acknowledged that is sent from now on. */
export async function firstWrite({ operations }: History, limitMs?: number): Promise<number> {
  const since = performance.now()
  const first = operations.length
  const findDone = () => operations.slice(first).find(({ outcome }) => outcome === 'ok')
  const { endedAt } = await waitFor('No write was acknowledged', findDone, limitMs)
  return endedAt! - since
}
