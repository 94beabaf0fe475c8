import type { DataStore } from './data.ts'
import { growthColumns, measureTimes, withServersOfSizes } from './growth.ts'
import type { Row, Section } from './report.ts'
import { searchFor } from './request-kinds.ts'
import type { RunLength } from './rounds.ts'
import { type QueryKind, queryAt, queryKinds } from './search-queries.ts'
import type { KontorServer } from './server-under-test.ts'

const QUERIES = 200

/** The times of all kinds of search queries, and how often each finds the expected record. */
export const measureSearch = (store: DataStore, sizes: readonly number[], runLength: RunLength): Promise<Section> =>
  withServersOfSizes(store, sizes, async (servers) => {
    const rows: Row[] = []
    for (const kind of queryKinds) {
      const found = await shareFound(kind, servers.at(-1)!, sizes.at(-1)!)
      const times = await measureTimes(searchFor(kind), servers, runLength)
      rows.push({ title: kind.title, figures: [...times, `${Math.round(100 * found)} %`] })
    }
    return {
      title: 'Kinds of search queries',
      note: 'The median in milliseconds at each number of items, with one client; the ratio of the last to the first, by time and by processor time; and the share of responses that contain the expected record, at the last size.',
      columns: [...growthColumns(sizes), 'found'],
      rows,
    }
  })

async function shareFound(kind: QueryKind, { call }: KontorServer, items: number): Promise<number> {
  let found = 0
  for (let number = 1; number <= QUERIES; number++) {
    const { text, expected } = queryAt(kind, number, items)
    const { data } = await call('GET', `/search?q=${encodeURIComponent(text)}`)
    const response = JSON.stringify(data).toLowerCase()
    if (expected.every((word) => response.includes(word.toLowerCase()))) found++
  }
  return found / QUERIES
}
