// How long a search takes while the number of items grows: the same questions at each size, in one run.
//   npm run bench:search                     10,000 and 100,000 items
//   npm run bench:search -- --items 50000    up to so many
//   npm run bench:search -- --full           up to a million
// On the embedded database; on another one that is empty if DATABASE_URL says so.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { buildApp } from '../server/src/app.ts'
import { readConfig } from '../server/src/config.ts'
import { serviceActor } from '../server/src/core/access.ts'
import type { Executor } from '../server/src/core/command.ts'
import { openEngine } from '../server/src/db/open.ts'
import { percentile } from './load.ts'
import { fillWithItems } from './many-items.ts'
import { questionsOf, type Story, stories } from './questions.ts'

const START = 10_000
const STEP = 10
const QUESTIONS = 300
const WARM_UP = 200

interface Measured {
  readonly median: number
  readonly slow: number
  /** The share of questions whose answer holds what was meant; of questions without an answer, all. */
  readonly found: number
}

const { values } = parseArgs({ options: { items: { type: 'string' }, full: { type: 'boolean' } } })
const most = values.full ? 1_000_000 : Number(values.items ?? 100_000)
const sizes: number[] = []
for (let size = START; size < most; size *= STEP) sizes.push(size)
sizes.push(most)

const folder = mkdtempSync(join(tmpdir(), 'kontor-bench-'))
const { DATABASE_URL } = process.env
const config = readConfig({
  KONTOR_DATA: folder,
  KONTOR_ADMIN_PASSWORD: 'a password for benchmarks',
  ...(DATABASE_URL && { DATABASE_URL }),
})
const engine = openEngine(config.databaseUrl, config.dataFolder)
const { server, executor } = await buildApp({ config, engine })
try {
  const bySize: Record<string, Measured>[] = []
  let filled = 0
  for (const size of sizes) {
    await fillWithItems(engine, filled, size)
    filled = size
    bySize.push(await measure(executor, size))
  }
  print(bySize)
} finally {
  await server.close()
  await engine.close()
  rmSync(folder, { recursive: true, force: true })
}

async function measure(asked: Executor, size: number): Promise<Record<string, Measured>> {
  const begin = performance.now()
  await ask(asked, 'warm')
  const first = performance.now() - begin
  const measured: Record<string, Measured> = {}
  for (const story of stories) measured[story.title] = await measureStory(asked, story, size)
  const memory = Math.round(process.memoryUsage().rss / 2 ** 20)
  console.error(`${size} items: the first search took ${first.toFixed(0)} ms; ${memory} MB`)
  return measured
}

async function measureStory(asked: Executor, story: Story, size: number): Promise<Measured> {
  const questions = questionsOf(story, size, WARM_UP + QUESTIONS)
  const times: number[] = []
  let found = 0
  for (const { text, meant } of questions) {
    const begin = performance.now()
    const body = await ask(asked, text)
    times.push(performance.now() - begin)
    if (meant.every((word) => body.toLowerCase().includes(word.toLowerCase()))) found++
  }
  const sorted = times.slice(WARM_UP).sort((a, b) => a - b)
  return { median: percentile(sorted, 0.5), slow: percentile(sorted, 0.99), found: found / questions.length }
}

async function ask(asked: Executor, q: string): Promise<string> {
  const input = { q, types: [], limit: 20 }
  const { body } = await asked.execute({ resource: 'search', action: 'search', actor: serviceActor, id: '', input })
  return body
}

function print(bySize: readonly Record<string, Measured>[]): void {
  const cell = (text: string) => text.padStart(18)
  console.log(
    `${'ms, p50 / p99'.padEnd(24)}${sizes.map((size) => cell(`${size} items`)).join('')}${cell('growth of p50')}${cell('found')}`,
  )
  for (const { title } of stories) {
    const row = bySize.map((measured) => measured[title]!)
    const times = row.map(({ median, slow }) => cell(`${median.toFixed(2)} / ${slow.toFixed(2)}`))
    const [first, last] = [row[0]!, row.at(-1)!]
    console.log(
      `${title.padEnd(24)}${times.join('')}${cell(`${(last.median / first.median).toFixed(2)} x`)}${cell(`${(100 * last.found).toFixed(0)} %`)}`,
    )
  }
}
