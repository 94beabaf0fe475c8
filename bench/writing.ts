import { join } from 'node:path'
import { CLIENTS } from './against-hello.ts'
import { type Environment, type KontorContender, startKontor } from './contender.ts'
import { drive } from './load.ts'
import type { Row, Section } from './report.ts'
import { type Effort, inTurns, ratiosOf } from './rounds.ts'
import { median, percentile } from './statistics.ts'
import { createItem, createOrder, readItem, type Story } from './stories.ts'
import { commitsIn } from './write-ahead-log.ts'

const WRITERS = 16
const READERS = 16
/** So many fit into the log before it begins anew. */
const COUNTED_WRITES = 512

/** What many writers at once cost each other, and those who read meanwhile. */
export async function writing(settings: Environment & { KONTOR_DATA: string }, effort: Effort): Promise<Section> {
  console.error('many writers …')
  await using kontor = await startKontor(settings)
  const commits = await commitsPerWrite(kontor, join(settings.KONTOR_DATA, 'kontor.db-wal'))
  return {
    title: 'Many writers at once',
    note: 'Every acknowledged write is on disk, and those that come together share one commit.',
    columns: ['times'],
    rows: [
      { title: `commits to disk per write of ${CLIENTS} clients (less is better)`, figures: [commits] },
      await together(kontor, createItem, effort),
      await together(kontor, createOrder, effort),
      await readingMeanwhile(kontor, effort),
    ],
  }
}

async function commitsPerWrite(kontor: KontorContender, log: string): Promise<number | string> {
  const before = commitsIn(log)
  const next = await createItem.prepare(kontor)
  await drive({ port: kontor.port, connections: CLIENTS, requests: COUNTED_WRITES, next })
  const after = commitsIn(log)
  return after.log === before.log ? (after.commits - before.commits) / COUNTED_WRITES : '–'
}

async function together(kontor: KontorContender, { title, prepare }: Story, effort: Effort): Promise<Row> {
  const next = await prepare(kontor)
  const [many, one] = await inTurns(
    [CLIENTS, 1].map((clients) => ({ contender: kontor, next, clients })),
    effort,
  )
  const { rate } = ratiosOf(many!, one!)
  return { title: `${title}: ${CLIENTS} clients as against one (more is better)`, figures: [rate] }
}

async function readingMeanwhile(kontor: KontorContender, { seconds, rounds }: Effort): Promise<Row> {
  const { port } = kontor
  const [read, write] = [await readItem.prepare(kontor), await createItem.prepare(kontor)]
  const slowest = async () =>
    percentile((await drive({ port, connections: READERS, seconds, next: read })).latencies, 0.99)
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const idle = await slowest()
    const writers = drive({ port, connections: WRITERS, seconds, next: write })
    ratios.push((await slowest()) / idle)
    await writers
  }
  return { title: `p99 of reading while ${WRITERS} write, as against none (less is better)`, figures: [median(ratios)] }
}
