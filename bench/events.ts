import type { Section } from './report.ts'
import type { RunLength } from './rounds.ts'
import type { KontorServer } from './server-under-test.ts'

const EVENTS = 10_000
const WRITERS = 64
const PAGE_SIZE = 100

type Walk = (server: KontorServer, start: string) => Promise<number>

/** Page by page to the end, by one client; returns how many there were. */
const walkFeed =
  (query = ''): Walk =>
  async ({ call }, start) => {
    let count = 0
    for (let after = start; ; ) {
      const { data, meta } = await call('GET', `/events?after=${after}&limit=${PAGE_SIZE}${query}`)
      count += data.length
      if (!meta.hasMore) return count
      after = meta.cursor
    }
  }

/** The same entries as a list of the audit log. */
const walkList: Walk = async ({ call }) => {
  let count = 0
  for (let cursor: string | null = ''; cursor !== null && count < EVENTS; ) {
    const place = cursor && `&cursor=${cursor}`
    const { data, meta } = await call('GET', `/audit-log?perPage=${PAGE_SIZE}&includeTotal=false${place}`)
    count += data.length
    cursor = meta.nextCursor
  }
  return count
}

const WALKS: readonly (readonly [title: string, walk: Walk])[] = [
  ['audit log', walkList],
  ['events', walkFeed()],
  ['events with their records', walkFeed('&include=record')],
  ['events of one type among all', walkFeed('&types=items.deleted')],
]

/** How fast one client reads ten thousand events. */
export async function measureEvents(server: KontorServer, { rounds }: RunLength): Promise<Section> {
  const start = (await server.call('GET', '/events?after=now')).meta.cursor as string
  await Promise.all(Array.from({ length: WRITERS }, (_, number) => write(server, number)))
  const rates = WALKS.map(() => 0)
  for (let round = 0; round <= rounds; round++) {
    for (const [index, [, walk]] of WALKS.entries()) {
      const begun = performance.now()
      await walk(server, start)
      rates[index] = Math.max(rates[index]!, (EVENTS / (performance.now() - begun)) * 1000)
    }
  }
  return {
    title: 'The change feed',
    note: `${EVENTS} changes, read by one client in pages of ${PAGE_SIZE}. The list of the audit log is 1; higher is better.`,
    columns: ['compared', 'changes per second'],
    rows: WALKS.map(([title], index) => ({ title, figures: [rates[index]! / rates[0]!, rates[index]!] })),
  }
}

async function write({ call }: KontorServer, number: number): Promise<void> {
  for (let count = number; count < EVENTS; count += WRITERS)
    await call('POST', '/customers', { name: `Customer ${count}` })
}
