import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../scripts/postgres.ts'
import { CLIENTS } from './compare-with-baseline.ts'
import { seed } from './data.ts'
import type { Row, Section } from './report.ts'
import { isWrite, type RequestKind } from './request-kinds.ts'
import { measureAlternately, type RunLength, ratiosOf } from './rounds.ts'
import { type KontorServer, startKontor } from './server-under-test.ts'

/**
 * Reads on PostgreSQL compared with the embedded database; undefined if PostgreSQL is not installed. Writes are left out,
 * because this PostgreSQL server runs without fsync.
 */
export async function comparePostgresReads(
  embedded: KontorServer,
  items: number,
  kinds: readonly RequestKind[],
  runLength: RunLength,
): Promise<Section | undefined> {
  const postgres = await startPostgres()
  if (!postgres) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'kontor-bench-'))
  try {
    const settings = { KONTOR_DATA: folder, DATABASE_URL: postgres.url }
    await seed(settings, items)
    await using kontor = await startKontor(settings)
    const rows: Row[] = []
    for (const kind of kinds.filter((kind) => !isWrite(kind)))
      rows.push(await compare(kind, kontor, embedded, runLength))
    return {
      title: 'Reads on PostgreSQL',
      note: `Kontor on the embedded database is 1, with ${CLIENTS} clients. The processor time is that of Kontor alone, without the database server.`,
      columns: ['throughput', 'per processor time', 'p50', 'p99'],
      rows,
    }
  } finally {
    postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

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
