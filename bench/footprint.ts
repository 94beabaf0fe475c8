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
import { readItem } from './stories.ts'

const STARTS = 3

/** What it takes to have it running. */
export async function footprint(
  kontor: KontorContender,
  hello: Contender,
  settings: Environment,
  effort: Effort,
): Promise<Section> {
  console.error('memory and start …')
  const next = await readItem.prepare(kontor)
  await inTurns(
    [kontor, hello].map((contender) => ({ contender, next, clients: CLIENTS })),
    effort,
  )
  return {
    title: 'Running it',
    note: 'Bare Fastify is 1; less is better.',
    columns: ['times'],
    rows: [{ title: 'memory under load', figures: [kontor.memory() / hello.memory()] }, await starting(settings)],
  }
}

/** On a database that is there already. The first answer needs everything: the database, the credential, the record. */
async function starting(settings: Environment): Promise<Row> {
  const next = await preparedOn(settings)
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let count = 0; count < STARTS; count++) {
    ours.push(await millisecondsTo(() => launchKontor(settings), next))
    theirs.push(await millisecondsTo(launchHello, next))
  }
  const [least, yardstick] = [Math.min(...ours), Math.min(...theirs)]
  return { title: `from start to first answer (${Math.round(least)} ms)`, figures: [least / yardstick] }
}

async function preparedOn(settings: Environment): Promise<Next> {
  await using kontor = await startKontor(settings)
  return await readItem.prepare(kontor)
}

async function millisecondsTo(launch: () => Promise<Contender>, next: Next): Promise<number> {
  const begin = performance.now()
  await using contender = await launch()
  await drive({ port: contender.port, connections: 1, requests: 1, next })
  return performance.now() - begin
}
