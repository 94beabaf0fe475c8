import { type KontorContender, startKontor } from './contender.ts'
import type { DataStore } from './data.ts'
import type { Row, Section } from './report.ts'
import { type Effort, inTurns, type Measured } from './rounds.ts'
import { type Story, stories } from './stories.ts'

/** What becomes of the time that an answer takes while a company grows. */
export const growth = (store: DataStore, sizes: readonly number[], effort: Effort): Promise<Section> =>
  sideBySide(store, sizes, async (servers) => {
    const rows: Row[] = []
    for (const story of stories) rows.push({ title: story.title, figures: await timesOf(story, servers, effort) })
    return {
      title: `From ${grouped(sizes[0]!)} to ${grouped(sizes.at(-1)!)} items`,
      note: 'The median in milliseconds, asked by one client; and how the last relates to the first, by time and by processor time (1: size does not matter).',
      columns: growthColumns(sizes),
      rows,
    }
  })

export const growthColumns = (sizes: readonly number[]): string[] => [
  ...sizes.map(grouped),
  'growth',
  'of processor time',
]

/** Servers of all sizes at once, so that they can be asked in turns. */
export async function sideBySide<T>(
  store: DataStore,
  sizes: readonly number[],
  work: (servers: readonly KontorContender[]) => Promise<T>,
): Promise<T> {
  await using stack = new AsyncDisposableStack()
  const servers: KontorContender[] = []
  for (const size of sizes) servers.push(stack.use(await startKontor(await store.copyOf(size))))
  return await work(servers)
}

/** The median time at each size, and what the last is of the first: by time, and by processor time. */
export async function timesOf(
  { title, prepare }: Story,
  servers: readonly KontorContender[],
  effort: Effort,
): Promise<number[]> {
  console.error(`${title}, at each size …`)
  const sides = await Promise.all(
    servers.map(async (contender) => ({ contender, next: await prepare(contender), clients: 1 })),
  )
  const results = await inTurns(sides, effort)
  const least = (of: (measured: Measured) => number) => results.map((rounds) => Math.min(...rounds.map(of)))
  const [times, processor] = [least(({ p50 }) => p50), least(({ cpu }) => cpu)]
  return [...times, times.at(-1)! / times[0]!, processor.at(-1)! / processor[0]!]
}

const grouped = (count: number): string => count.toLocaleString('en')
