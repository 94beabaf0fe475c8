import { performance } from 'node:perf_hooks'
import { CLIENTS } from './against-hello.ts'
import {
  type Contender,
  type Environment,
  type KontorContender,
  launchHello,
  launchKontor,
  startKontor,
} from './contender.ts'
import { drive, type Next } from './load.ts'
import type { Row, Section } from './report.ts'
import { type Effort, inTurns } from './rounds.ts'
import { readItem, stories } from './stories.ts'

const STARTS = 3

/** What it takes to have it running: for reading alone, and for one that has been asked for everything. */
export async function footprint(
  used: KontorContender,
  hello: Contender,
  settings: Environment,
  effort: Effort,
): Promise<Section> {
  console.error('memory and start …')
  const { memory, next } = await afterReading(settings, hello, effort)
  const load = { port: used.port, connections: CLIENTS, seconds: effort.seconds }
  for (const { prepare } of stories) await drive({ ...load, next: await prepare(used) })
  return {
    title: 'Running it',
    note: 'Bare Fastify is 1; less is better.',
    columns: ['times'],
    rows: [
      { title: 'memory, asked for records', figures: [memory / hello.memory()] },
      { title: 'memory, asked for everything', figures: [used.memory() / hello.memory()] },
      await starting(settings, next),
    ],
  }
}

/** What somebody takes who has just been started and is only read from; and how it was asked. */
async function afterReading(settings: Environment, hello: Contender, effort: Effort) {
  await using kontor = await startKontor(settings)
  const next = await readItem.prepare(kontor)
  await inTurns(
    [kontor, hello].map((contender) => ({ contender, next, clients: CLIENTS })),
    effort,
  )
  return { memory: kontor.memory(), next }
}

/** On a database that is there already. The first answer needs everything: the database, the credential, the record. */
async function starting(settings: Environment, next: Next): Promise<Row> {
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let count = 0; count < STARTS; count++) {
    ours.push(await millisecondsTo(() => launchKontor(settings), next))
    theirs.push(await millisecondsTo(launchHello, next))
  }
  const [least, yardstick] = [Math.min(...ours), Math.min(...theirs)]
  return { title: `from start to first answer (${Math.round(least)} ms)`, figures: [least / yardstick] }
}

async function millisecondsTo(launch: () => Promise<Contender>, next: Next): Promise<number> {
  const begin = performance.now()
  await using contender = await launch()
  await drive({ port: contender.port, connections: 1, requests: 1, next })
  return performance.now() - begin
}
