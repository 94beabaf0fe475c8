import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../scripts/postgres.ts'
import { CLIENTS } from './compare-with-baseline.ts'
import { seed } from './data.ts'
import { grouped, growthColumns, growthRows } from './growth.ts'
import { execute, urlOf } from './postgres-databases.ts'
import type { Row, Section } from './report.ts'
import { isWrite, type RequestKind } from './request-kinds.ts'
import { measureAlternately, type RunLength, ratiosOf } from './rounds.ts'
import { type KontorServer, startKontor } from './server-under-test.ts'

/**
 * Reads on PostgreSQL: compared with the embedded database, and at several sizes; undefined if PostgreSQL is not installed.
 * Writes are left out, because this PostgreSQL server runs without fsync.
 */
export async function measurePostgresReads(
  embedded: KontorServer,
  items: number,
  sizes: readonly number[],
  kinds: readonly RequestKind[],
  runLength: RunLength,
): Promise<Section[] | undefined> {
  const postgres = await startPostgres()
  if (!postgres) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'kontor-bench-'))
  try {
    await using stack = new AsyncDisposableStack()
    const servers = new Map<number, KontorServer>()
    for (const size of new Set([items, ...sizes]))
      servers.set(size, stack.use(await startWith(size, postgres.url, folder)))
    const reads = kinds.filter((kind) => !isWrite(kind))
    const ofSizes = sizes.map((size) => servers.get(size)!)
    return [
      await compareReads(servers.get(items)!, embedded, reads, runLength),
      await measureReadGrowth(ofSizes, sizes, reads, runLength),
    ]
  } finally {
    postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function startWith(items: number, serverUrl: string, folder: string): Promise<KontorServer> {
  const database = `items_${items}`
  await execute(serverUrl, `create database ${database}`)
  const settings = { KONTOR_DATA: join(folder, database), DATABASE_URL: urlOf(database, serverUrl) }
  await seed(settings, items)
  return startKontor(settings)
}

async function compareReads(
  onPostgres: KontorServer,
  embedded: KontorServer,
  kinds: readonly RequestKind[],
  runLength: RunLength,
): Promise<Section> {
  const rows: Row[] = []
  for (const kind of kinds) rows.push(await compare(kind, onPostgres, embedded, runLength))
  return {
    title: 'Reads on PostgreSQL',
    note: `Kontor on the embedded database is 1, with ${CLIENTS} clients. The processor time is that of Kontor alone, without the database server.`,
    columns: ['throughput', 'per processor time', 'p50', 'p99'],
    rows,
  }
}

const measureReadGrowth = async (
  servers: readonly KontorServer[],
  sizes: readonly number[],
  kinds: readonly RequestKind[],
  runLength: RunLength,
): Promise<Section> => ({
  title: `Reads on PostgreSQL from ${grouped(sizes[0]!)} to ${grouped(sizes.at(-1)!)} items`,
  note: 'The median in milliseconds, with one client; and the ratio of the last to the first, by time and by processor time of Kontor alone (1: the size does not matter).',
  columns: growthColumns(sizes),
  rows: await growthRows(kinds, servers, runLength),
})

async function compare(
  { title, prepare }: RequestKind,
  onPostgres: KontorServer,
  embedded: KontorServer,
  runLength: RunLength,
): Promise<Row> {
  console.error(`${title}, on PostgreSQL …`)
  const targets = [
    { server: onPostgres, next: await prepare(onPostgres), clients: CLIENTS },
    { server: embedded, next: await prepare(embedded), clients: CLIENTS },
  ]
  const [ours, theirs] = await measureAlternately(targets, runLength)
  const { rate, cpu, p50, p99 } = ratiosOf(ours!, theirs!)
  return { title, figures: [rate, 1 / cpu, p50, p99] }
}
