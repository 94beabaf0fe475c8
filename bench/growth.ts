import type { DataStore } from './data.ts'
import type { Row, Section } from './report.ts'
import { type RequestKind, requestKinds } from './request-kinds.ts'
import { type Measurement, measureAlternately, type RunLength } from './rounds.ts'
import { type KontorServer, startKontor } from './server-under-test.ts'

export const PROCESSOR_COLUMN = 'of processor time'

/** How response times depend on the size of the database. */
export const measureGrowth = (store: DataStore, sizes: readonly number[], runLength: RunLength): Promise<Section> =>
  withServersOfSizes(store, sizes, async (servers) => ({
    title: `From ${grouped(sizes[0]!)} to ${grouped(sizes.at(-1)!)} items`,
    note: 'The median in milliseconds, with one client; and the ratio of the last to the first, by time and by processor time (1: the size does not matter).',
    columns: growthColumns(sizes),
    rows: await growthRows(requestKinds, servers, runLength),
  }))

export async function growthRows(
  kinds: readonly RequestKind[],
  servers: readonly KontorServer[],
  runLength: RunLength,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const kind of kinds) rows.push({ title: kind.title, figures: await measureTimes(kind, servers, runLength) })
  return rows
}

export const growthColumns = (sizes: readonly number[]): string[] => [...sizes.map(grouped), 'growth', PROCESSOR_COLUMN]

/** Runs servers of all sizes at the same time, so that they can be measured in alternating rounds. */
export async function withServersOfSizes<T>(
  store: DataStore,
  sizes: readonly number[],
  work: (servers: readonly KontorServer[]) => Promise<T>,
): Promise<T> {
  await using stack = new AsyncDisposableStack()
  const servers: KontorServer[] = []
  for (const size of sizes) servers.push(stack.use(await startKontor(await store.copyOf(size))))
  return await work(servers)
}

/** The median time at each size, then the ratio of the last to the first: by time, and by processor time. */
export async function measureTimes(
  { title, prepare }: RequestKind,
  servers: readonly KontorServer[],
  runLength: RunLength,
): Promise<number[]> {
  console.error(`${title}, at each size …`)
  const targets = await Promise.all(
    servers.map(async (server) => ({ server, next: await prepare(server), clients: 1 })),
  )
  const results = await measureAlternately(targets, runLength)
  const minimum = (of: (measurement: Measurement) => number) => results.map((rounds) => Math.min(...rounds.map(of)))
  const [times, processor] = [minimum(({ p50 }) => p50), minimum(({ cpu }) => cpu)]
  return [...times, times.at(-1)! / times[0]!, processor.at(-1)! / processor[0]!]
}

export const grouped = (count: number): string => count.toLocaleString('en')
