import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../scripts/postgres.ts'
import { CLIENTS } from './against-hello.ts'
import { type KontorContender, startKontor } from './contender.ts'
import { seed } from './data.ts'
import type { Row, Section } from './report.ts'
import { type Effort, inTurns, ratiosOf } from './rounds.ts'
import type { Story } from './stories.ts'

/** The throw-away server does not wait for its disk, so that comparing writes would tell nothing. */
const isRead = ({ title }: Story) => !title.startsWith('create')

/** The same reads on PostgreSQL, as against the embedded database; undefined where it is not installed. */
export async function onPostgres(
  embedded: KontorContender,
  items: number,
  stories: readonly Story[],
  effort: Effort,
): Promise<Section | undefined> {
  const postgres = await startPostgres()
  if (!postgres) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'kontor-bench-'))
  try {
    const settings = { KONTOR_DATA: folder, DATABASE_URL: postgres.url }
    await seed(settings, items)
    await using served = await startKontor(settings)
    const rows: Row[] = []
    for (const story of stories.filter(isRead)) rows.push(await compared(story, served, embedded, effort))
    return {
      title: 'On PostgreSQL',
      note: `Kontor on the embedded database is 1, asked by ${CLIENTS} clients. The processor time is that of Kontor alone, without the database server.`,
      columns: ['throughput', 'per processor time', 'p50', 'p99'],
      rows,
    }
  } finally {
    postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function compared(
  { title, prepare }: Story,
  served: KontorContender,
  embedded: KontorContender,
  effort: Effort,
): Promise<Row> {
  console.error(`${title}, on PostgreSQL …`)
  const sides = [
    { contender: served, next: await prepare(served), clients: CLIENTS },
    { contender: embedded, next: await prepare(embedded), clients: CLIENTS },
  ]
  const [ours, theirs] = await inTurns(sides, effort)
  const { rate, cpu, p50, p99 } = ratiosOf(ours!, theirs!)
  return { title, figures: [rate, 1 / cpu, p50, p99] }
}
