import { performance } from 'node:perf_hooks'
import { CLIENTS } from './compare-with-baseline.ts'
import { generateLoad, type NextRequest } from './load-generator.ts'
import type { Row, Section } from './report.ts'
import { readItem, requestKinds } from './request-kinds.ts'
import { measureAlternately, type RunLength } from './rounds.ts'
import {
  type Environment,
  type KontorServer,
  launchBaseline,
  launchKontor,
  type ServerUnderTest,
  startKontor,
} from './server-under-test.ts'

const STARTS = 3

/** Memory and start time. `kontor` is the server that gets all kinds of requests; a second one gets reads only. */
export async function measureFootprint(
  kontor: KontorServer,
  baseline: ServerUnderTest,
  settings: Environment,
  runLength: RunLength,
): Promise<Section> {
  console.error('memory and start …')
  const { memory, next } = await memoryAfterReads(settings, baseline, runLength)
  const load = { port: kontor.port, connections: CLIENTS, seconds: runLength.seconds }
  for (const { prepare } of requestKinds) await generateLoad({ ...load, next: await prepare(kontor) })
  return {
    title: 'Memory and start time',
    note: 'Bare Fastify is 1; lower is better.',
    columns: ['ratio'],
    rows: [
      { title: 'memory after reads of records', figures: [memory / baseline.memory()] },
      { title: 'memory after all kinds of requests', figures: [kontor.memory() / baseline.memory()] },
      await startTime(settings, next),
    ],
  }
}

/** The memory of a new server that has only served reads, and the requests that it got. */
async function memoryAfterReads(settings: Environment, baseline: ServerUnderTest, runLength: RunLength) {
  await using kontor = await startKontor(settings)
  const next = await readItem.prepare(kontor)
  await measureAlternately(
    [kontor, baseline].map((server) => ({ server, next, clients: CLIENTS })),
    runLength,
  )
  return { memory: kontor.memory(), next }
}

/** On an existing database. The first response needs all parts: the database, the credential, the record. */
async function startTime(settings: Environment, next: NextRequest): Promise<Row> {
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let count = 0; count < STARTS; count++) {
    ours.push(await millisecondsTo(() => launchKontor(settings), next))
    theirs.push(await millisecondsTo(launchBaseline, next))
  }
  const [kontor, baseline] = [Math.min(...ours), Math.min(...theirs)]
  return { title: `time from start to first response (${Math.round(kontor)} ms)`, figures: [kontor / baseline] }
}

async function millisecondsTo(launch: () => Promise<ServerUnderTest>, next: NextRequest): Promise<number> {
  const begin = performance.now()
  await using server = await launch()
  await generateLoad({ port: server.port, connections: 1, requests: 1, next })
  return performance.now() - begin
}
