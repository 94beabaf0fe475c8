import type { KontorContender } from './contender.ts'
import type { DataStore } from './data.ts'
import { growthColumns, sideBySide, timesOf } from './growth.ts'
import { questionAt, type Way, ways } from './questions.ts'
import type { Row, Section } from './report.ts'
import type { Effort } from './rounds.ts'
import { searchFor } from './stories.ts'

const QUESTIONS = 200

/** All ways of searching, and how often each finds what was meant. */
export const searching = (store: DataStore, sizes: readonly number[], effort: Effort): Promise<Section> =>
  sideBySide(store, sizes, async (servers) => {
    const rows: Row[] = []
    for (const way of ways) {
      const found = await shareFound(way, servers.at(-1)!, sizes.at(-1)!)
      const times = await timesOf(searchFor(way), servers, effort)
      rows.push({ title: way.title, figures: [...times, `${Math.round(100 * found)} %`] })
    }
    return {
      title: 'Ways of searching',
      note: 'The median in milliseconds at each number of items, asked by one client; its growth, also by processor time; and how many answers hold what was meant, at the last size.',
      columns: [...growthColumns(sizes), 'found'],
      rows,
    }
  })

async function shareFound(way: Way, { call }: KontorContender, items: number): Promise<number> {
  let found = 0
  for (let number = 1; number <= QUESTIONS; number++) {
    const { text, meant } = questionAt(way, number, items)
    const { data } = await call('GET', `/search?q=${encodeURIComponent(text)}`)
    const answer = JSON.stringify(data).toLowerCase()
    if (meant.every((word) => answer.includes(word.toLowerCase()))) found++
  }
  return found / QUESTIONS
}
