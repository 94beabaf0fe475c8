import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { renderChart } from './chart.ts'
import { readCompareOptions, rowsBelow } from './compare-options.ts'
import { DataStore } from './data.ts'
import { measure } from './measure.ts'
import { HELP, PARTS, readOptions } from './options.ts'
import { measurePostgresReads } from './postgres-reads.ts'
import { startCountingProxy } from './postgres-writes/counting-proxy.ts'
import { type Section, toMarkdown } from './report.ts'
import { requestKinds } from './request-kinds.ts'
import { startKontor } from './server-under-test.ts'

/** Work per processor time compared with bare Fastify: a sixth of the value on an idle machine, so that noise never fails. */
const MINIMA: Readonly<Record<string, number>> = {
  'read an item': 0.1,
  'list 20 items of a category, with total': 0.03,
  'search for one word': 0.015,
  'search for one misspelt word': 0.015,
  'create an item': 0.012,
  'create an order of 5 lines': 0.006,
}
const COMMITS_PER_WRITE_MAX = 0.5

const skip = existsSync('/proc/self/schedstat') ? false : 'the processor time of a process can be read on Linux only'

/** The test command sets it if PostgreSQL is installed. */
const skipWithoutPostgres = process.env.KONTOR_TEST_POSTGRES ? false : 'PostgreSQL is not installed'

/** Its databases are generated once. */
const folder = mkdtempSync(join(tmpdir(), 'kontor-bench-test-'))
const store = new DataStore(folder)
after(() => rmSync(folder, { recursive: true, force: true }))

async function runShort(...args: string[]): Promise<Section[]> {
  const options = readOptions(['--items', '1000', '--seconds', '0.3', '--rounds', '1', ...args])!
  return Array.fromAsync(measure(options, store))
}

test('compression is measured with requests by coding, and alone also by the level of gzip', { skip }, async () => {
  const [requests, alone] = await runShort('compression')
  const titlesOf = ({ rows }: Section) => rows.map(({ title }) => title)
  assert.deepEqual(titlesOf(requests!), ['gzip', 'br', 'zstd'])
  assert.deepEqual(titlesOf(alone!), ['gzip, level 1', 'gzip, level 2', 'gzip, level 3', 'br', 'zstd'])
  assert.equal(alone!.rows[0]!.figures[0], 1)
  for (const { title, figures } of alone!.rows)
    assert.ok(Number(figures[1]) < 0.5, `${title} has a size of ${figures[1]}`)
})

test('no request costs ten times as much as before, compared with a bare web server in the same run', {
  skip,
}, async () => {
  const [section] = await runShort('hello', '--rounds', '2')
  assert.deepEqual(
    section!.rows.map(({ title }) => title),
    requestKinds.map(({ title }) => title),
  )
  for (const { title, figures } of section!.rows) {
    const [, perProcessorTime] = figures as number[]
    assert.ok(perProcessorTime! > MINIMA[title]!, `${title}: ${perProcessorTime}`)
  }
  assert.match(toMarkdown(section!), /\| read an item +\| +[\d.]+ \|/)
  assert.match(renderChart([section!]), /^<svg .*read an item.*<\/svg>\n$/s)
})

test('concurrent writes share commits', { skip }, async () => {
  const [section] = await runShort('writing')
  const [commits, items, orders, reading] = section!.rows.map(({ figures }) => figures[0] as number)
  assert.ok(commits! > 0 && commits! < COMMITS_PER_WRITE_MAX, `${commits}`)
  for (const ratio of [items, orders, reading]) assert.ok(ratio! > 0, `${ratio}`)
})

test('the part postgres compares reads with the embedded database, and at several sizes', {
  skip: skip || skipWithoutPostgres,
}, async () => {
  await using embedded = await startKontor(await store.copyOf(1000))
  const kinds = requestKinds.filter(({ title }) => !title.includes('misspelt'))
  const run = { seconds: 0.2, rounds: 1 }
  const [compared, growing] = (await measurePostgresReads(embedded, 1000, [100, 1000], kinds, run))!
  const reads = ['read an item', 'list 20 items of a category, with total', 'search for one word']
  for (const { rows } of [compared!, growing!])
    assert.deepEqual(
      rows.map(({ title }) => title),
      reads,
    )
  assert.deepEqual(growing!.columns, ['100', '1,000', 'growth', 'of processor time'])
  for (const { title, figures } of growing!.rows) {
    const [small, large, growth] = figures as number[]
    assert.ok(small! > 0 && growth === large! / small!, `${title}: ${figures}`)
  }
})

test('the part postgres-writes measures one node, two nodes and a slower flush', {
  skip: skip || skipWithoutPostgres,
}, async () => {
  const args = ['postgres-writes', 'item', '--seconds', '0.2', '--rounds', '1']
  const [speed, trips, waits] = await runShort(...args)
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

test('the proxy counts a round trip when a connection sends data after a reply', async () => {
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

test('arguments select the parts and rows to measure', () => {
  const partsOf = (...args: string[]) => readOptions(args)!.parts
  assert.deepEqual(partsOf(), ['hello', 'writing', 'running', 'growth', 'postgres', 'postgres-writes'])
  assert.deepEqual(partsOf('growth', 'writing'), ['writing', 'growth'])
  assert.deepEqual(partsOf('read'), ['hello'])
  assert.deepEqual(partsOf('peers', 'pocketbase'), ['peers'])
  const { isSelected } = readOptions(['read', 'pocketbase'])!
  assert.deepEqual(['read an item', 'PocketBase: list', 'list'].map(isSelected), [true, true, false])
  assert.ok(readOptions([])!.isSelected('list'))
  assert.deepEqual(readOptions(['--growth'])!.sizes, [10_000, 100_000, 1_000_000])
  assert.equal(readOptions(['--help']), undefined)
  for (const part of PARTS) assert.match(HELP, new RegExp(`^  ${part} `, 'm'))
  assert.throws(() => readOptions(['--items', 'many']), /--items must be a number above 0, not "many"\./)
  assert.throws(() => readOptions(['--item', '5']), /Unknown option/)
})

test('a comparison names the requests that have become slower than its floor allows', () => {
  const rows = [
    { title: 'read an item', figures: [0.94, 1.1, 1, 1] },
    { title: 'create an item', figures: [0.95, 1, 1, 1] },
  ]
  const { commit, floor, isSelected } = readCompareOptions(['524125b', 'read', '--floor', '0.95'])
  assert.deepEqual([commit, isSelected('read an item'), isSelected('create an item')], ['524125b', true, false])
  assert.deepEqual(rowsBelow(rows, floor), ['read an item: 0.94'])
  assert.deepEqual(rowsBelow(rows, readCompareOptions(['524125b']).floor), [])
})

test('a comparison without a commit, or with a floor that is no number, is refused', () => {
  assert.throws(() => readCompareOptions([]), /commit to compare with is missing/)
  assert.throws(() => readCompareOptions(['524125b', '--floor', 'low']), /--floor must be a number/)
  assert.throws(() => readCompareOptions(['524125b', '--flor', '1']), /--flor/)
})
