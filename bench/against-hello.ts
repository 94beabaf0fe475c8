// How near Kontor comes to the least that a web server can do: the same rounds, in turns, in one run.
//   npm run bench:hello [-- read] [list] [create]
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { type Contender, contenderOf, portOf, startKontor } from './contender.ts'
import { getRequest, median } from './load.ts'
import { type Measured, measure, type Next, stories } from './stories.ts'

const ROUNDS = 5
const chosen = process.argv.slice(2)
const root = join(import.meta.dirname, '..')

await using hello = await startHello()
await using kontor = await startKontor('kontor', root)
const greeting = getRequest('/hello')
for (const [title, prepare] of Object.entries(stories)) {
  if (chosen.length > 0 && !chosen.some((word) => title.includes(word))) continue
  await compare(title, await prepare(kontor))
}
console.log(`memory ${(kontor.memory() / hello.memory()).toFixed(2)} of hello`)

async function compare(title: string, next: Next): Promise<void> {
  const rounds: { ours: Measured; theirs: Measured }[] = []
  for (let round = -1; round < ROUNDS; round++) {
    const pair = { theirs: await measure(hello, () => greeting), ours: await measure(kontor, next) }
    if (round >= 0) rounds.push(pair) // the first one only warms up
  }
  const ratio = (of: (pair: { ours: Measured; theirs: Measured }) => number) => median(rounds.map(of)).toFixed(2)
  const throughput = ratio(({ ours, theirs }) => ours.rate / theirs.rate)
  const processor = ratio(({ ours, theirs }) => theirs.cpu / ours.cpu)
  console.log(`${title.padEnd(20)} ${throughput} of hello by throughput, ${processor} by processor time`)
}

async function startHello(): Promise<Contender> {
  const child = spawn(process.execPath, [join(root, 'bench/hello.ts')], { stdio: ['ignore', 'ignore', 'pipe'] })
  return contenderOf('hello', await portOf(child), child)
}
