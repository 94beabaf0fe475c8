import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

const SAMPLE_MS = 50
const SAMPLE = `
  select coalesce(wait_event_type || ': ' || wait_event, 'running') as event, count(*)::int as backends
  from pg_stat_activity
  where datname = $1 and backend_type = 'client backend' and state <> 'idle'
  group by 1`

/** Wait events of the backends of a database, as the mean number of backends over all samples. */
export interface Waits {
  /** All backends in a transaction. */
  readonly busy: number
  readonly waitingForLock: number
  readonly events: ReadonlyMap<string, number>
}

/** Samples the backends of a database until the work is done. */
export async function sampleWaits(client: pg.Client, database: string, work: () => Promise<unknown>): Promise<Waits> {
  const sums = new Map<string, number>()
  let samples = 0
  let isOver = false
  async function sample(): Promise<void> {
    for (; !isOver; await pause(SAMPLE_MS)) {
      const { rows } = await client.query<{ event: string; backends: number }>(SAMPLE, [database])
      samples++
      for (const { event, backends } of rows) sums.set(event, (sums.get(event) ?? 0) + backends)
    }
  }
  const sampling = sample()
  try {
    await work()
  } finally {
    isOver = true
    await sampling
  }
  const events = new Map([...sums].map(([event, sum]) => [event, sum / samples]))
  const total = (isCounted: (event: string) => boolean) =>
    [...events].reduce((sum, [event, mean]) => (isCounted(event) ? sum + mean : sum), 0)
  return { busy: total(() => true), waitingForLock: total((event) => event.startsWith('Lock: ')), events }
}

/** The most frequent wait events over all measurements. */
export function frequentEvents(all: readonly Waits[], count: number): string[] {
  const sums = new Map<string, number>()
  for (const { events } of all) for (const [event, mean] of events) sums.set(event, (sums.get(event) ?? 0) + mean)
  return [...sums]
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([event]) => event)
}
