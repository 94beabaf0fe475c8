import { join } from 'node:path'
import { CLIENTS } from './compare-with-baseline.ts'
import { generateLoad } from './load-generator.ts'
import type { Row, Section } from './report.ts'
import { createItem, createOrder, type RequestKind, readItem } from './request-kinds.ts'
import { measureAlternately, type RunLength, ratiosOf } from './rounds.ts'
import { type Environment, type KontorServer, startKontor } from './server-under-test.ts'
import { median, percentile } from './statistics.ts'
import { commitsIn } from './write-ahead-log.ts'

const WRITERS = 16
const READERS = 16
/** These fit into the write-ahead log before it starts from the beginning. */
const COUNTED_WRITES = 512

/** How concurrent writes affect each other and concurrent reads. */
export async function measureConcurrentWrites(
  settings: Environment & { KONTOR_DATA: string },
  runLength: RunLength,
): Promise<Section> {
  console.error('concurrent writes …')
  await using kontor = await startKontor(settings)
  const commits = await commitsPerWrite(kontor, join(settings.KONTOR_DATA, 'kontor.db-wal'))
  return {
    title: 'Concurrent writes',
    note: 'Every acknowledged write is on disk, and concurrent writes share one commit.',
    columns: ['ratio'],
    rows: [
      { title: `commits to disk per write of ${CLIENTS} clients (lower is better)`, figures: [commits] },
      await manyClientsToOne(kontor, createItem, runLength),
      await manyClientsToOne(kontor, createOrder, runLength),
      await readsDuringWrites(kontor, runLength),
    ],
  }
}

async function commitsPerWrite(kontor: KontorServer, log: string): Promise<number | string> {
  const before = commitsIn(log)
  const next = await createItem.prepare(kontor)
  await generateLoad({ port: kontor.port, connections: CLIENTS, requests: COUNTED_WRITES, next })
  const after = commitsIn(log)
  return after.log === before.log ? (after.commits - before.commits) / COUNTED_WRITES : '–'
}

async function manyClientsToOne(
  kontor: KontorServer,
  { title, prepare }: RequestKind,
  runLength: RunLength,
): Promise<Row> {
  const next = await prepare(kontor)
  const [many, one] = await measureAlternately(
    [CLIENTS, 1].map((clients) => ({ server: kontor, next, clients })),
    runLength,
  )
  const { rate } = ratiosOf(many!, one!)
  return { title: `${title}: throughput of ${CLIENTS} clients to one (higher is better)`, figures: [rate] }
}

async function readsDuringWrites(kontor: KontorServer, { seconds, rounds }: RunLength): Promise<Row> {
  const { port } = kontor
  const [read, write] = [await readItem.prepare(kontor), await createItem.prepare(kontor)]
  const p99OfReads = async () =>
    percentile((await generateLoad({ port, connections: READERS, seconds, next: read })).latencies, 0.99)
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const withoutWrites = await p99OfReads()
    const writes = generateLoad({ port, connections: WRITERS, seconds, next: write })
    ratios.push((await p99OfReads()) / withoutWrites)
    await writes
  }
  return {
    title: `p99 of reads: with ${WRITERS} writing clients to without (lower is better)`,
    figures: [median(ratios)],
  }
}
