import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { chartOf } from './chart.ts'
import { DataStore } from './data.ts'
import { measure } from './measure.ts'
import { HELP, PARTS, readOptions } from './options.ts'
import { startCountingProxy } from './postgres-writes/counting-proxy.ts'
import { printed, type Section } from './report.ts'
import { stories } from './stories.ts'

/** Work per processor time as against bare Fastify: a sixth of what a quiet machine shows, so that noise never fails. */
const FLOORS: Readonly<Record<string, number>> = {
  'read an item': 0.1,
  'list 20 items of a category, with total': 0.03,
  'search for one word': 0.015,
  'search for one misspelt word': 0.015,
  'create an item': 0.012,
  'create an order of 5 lines': 0.006,
}
const COMMITS_MOST = 0.5

/** Where a system tells how much processor time a process has used. */
const skip = existsSync('/proc/self/schedstat') ? false : 'processor time can be read on Linux only'

/** The test command sets it where PostgreSQL is installed. */
const skipWithoutPostgres = process.env.KONTOR_TEST_POSTGRES ? false : 'PostgreSQL is not installed'

async function shortForm(...words: string[]): Promise<Section[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-bench-test-'))
  try {
    const options = readOptions(['--items', '1000', '--seconds', '1', '--rounds', '2', ...words])!
    return await Array.fromAsync(measure(options, new DataStore(folder)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('no request costs ten times what it did, as against a bare web server in the same minute', { skip }, async () => {
  const [section] = await shortForm('hello')
  assert.deepEqual(
    section!.rows.map(({ title }) => title),
    stories.map(({ title }) => title),
  )
  for (const { title, figures } of section!.rows) {
    const [, perProcessorTime] = figures as number[]
    assert.ok(perProcessorTime! > FLOORS[title]!, `${title}: ${perProcessorTime}`)
  }
  assert.match(printed(section!), /\| read an item +\| +[\d.]+ \|/)
  assert.match(chartOf([section!]), /^<svg .*read an item.*<\/svg>\n$/s)
})

test('writers who come at once share their commits', { skip }, async () => {
  const [section] = await shortForm('writing')
  const [commits, items, orders, reading] = section!.rows.map(({ figures }) => figures[0] as number)
  assert.ok(commits! > 0 && commits! < COMMITS_MOST, `${commits}`)
  for (const ratio of [items, orders, reading]) assert.ok(ratio! > 0, `${ratio}`)
})

test('writes on PostgreSQL are measured with one and two nodes', { skip: skip || skipWithoutPostgres }, async () => {
  const words = ['postgres-writes', 'item', '--seconds', '0.2', '--rounds', '1']
  const [speed, trips, waits] = await shortForm(...words)
  assert.deepEqual(
    speed!.rows.map(({ title }) => title),
    ['embedded', 'one node', 'two nodes', 'one node, slower flush'].flatMap((setup) =>
      ['1 client', '64 clients'].map((clients) => `create an item: ${setup}, ${clients}`),
    ),
  )
  for (const { title, figures } of speed!.rows)
    for (const figure of figures) assert.ok(figure === '–' || Number(figure) > 0, `${title}: ${figure}`)
  assert.match(speed!.note, /fsync on/)
  for (const figure of trips!.rows[0]!.figures) assert.ok(Number(figure) > 0, `round trips: ${figure}`)
  for (const { title, figures } of waits!.rows) {
    const [all, waitForLock] = figures as number[]
    assert.ok(waitForLock! >= 0 && waitForLock! <= all!, `${title}: ${figures}`)
  }
})

test('a round trip is counted when a connection sends something after a reply', async () => {
  const echo = createServer((socket) => socket.pipe(socket)).listen(0, '127.0.0.1')
  await once(echo, 'listening')
  await using proxy = await startCountingProxy(`postgres://127.0.0.1:${(echo.address() as AddressInfo).port}/any`)
  const client = connect(Number(new URL(proxy.url).port), '127.0.0.1')
  for (const text of ['one', 'two', 'three']) {
    client.write(text)
    await once(client, 'data')
  }
  assert.equal(proxy.roundTrips(), 3)
  client.destroy()
  echo.close()
})

test('what is measured can be chosen', () => {
  const partsOf = (...words: string[]) => readOptions(words)!.parts
  assert.deepEqual(partsOf(), ['hello', 'writing', 'running', 'growth', 'postgres', 'postgres-writes'])
  assert.deepEqual(partsOf('growth', 'writing'), ['writing', 'growth'])
  assert.deepEqual(partsOf('read'), ['hello'])
  assert.deepEqual(partsOf('peers', 'pocketbase'), ['peers'])
  const { isChosen } = readOptions(['read', 'pocketbase'])!
  assert.deepEqual(['read an item', 'PocketBase: list', 'list'].map(isChosen), [true, true, false])
  assert.ok(readOptions([])!.isChosen('list'))
  assert.deepEqual(readOptions(['--growth'])!.sizes, [10_000, 100_000, 1_000_000])
  assert.equal(readOptions(['--help']), undefined)
  for (const part of PARTS) assert.match(HELP, new RegExp(`^  ${part} `, 'm'))
  assert.throws(() => readOptions(['--items', 'many']), /--items must be a number above 0, not "many"\./)
  assert.throws(() => readOptions(['--item', '5']), /Unknown option/)
})
