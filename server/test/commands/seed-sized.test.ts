import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { everyResource } from '../../src/app/every-resource.ts'
import { openAuditKeys } from '../../src/app/secrets/secrets.ts'
import { readConfig } from '../../src/config/config.ts'
import { createBulkStore } from '../../src/db/bulk/bulk-store.ts'
import type { Engine } from '../../src/db/engine.ts'
import { openEngine } from '../../src/db/open.ts'
import { fillSized } from '../../src/demo/sized/fill.ts'
import { itemAt } from '../../src/demo/sized/items.ts'
import { documentAmounts, totalsOf } from '../../src/model/money.ts'
import { verify } from '../../src/verify/verify.ts'
import { type DatabaseKind, onEveryDatabase, type TestDatabase } from '../support/databases.ts'
import { ADMIN, openKontor } from '../support/kontor.ts'
import { spawnKontor } from '../support/process.ts'
import { analyzedAmong } from '../support/statistics.ts'
import { assertRefused, type Client, type Environment, kontor, withClient } from './command-line.ts'

const SIZES = { items: 300, customers: 50, orders: 120 }
const MORE = { items: 40, customers: 0, orders: 30 }
/** So many are never finished while a test waits. */
const ENDLESS = '20000000'
const TWO_YEARS_MS = 731 * 86_400_000

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape.
type AnyRecord = any

async function everything({ call }: Pick<Client, 'call'>, path: string): Promise<AnyRecord[]> {
  const records: AnyRecord[] = []
  for (let page = 1; ; page++) {
    const { body } = await call('GET', `${path}?order=asc&perPage=100&page=${page}`)
    records.push(...body.data)
    assert.equal(body.meta.total >= records.length, true)
    if (page >= body.meta.totalPages) return records
  }
}

async function withEngine<T>(environment: Environment, work: (engine: Engine) => Promise<T>): Promise<T> {
  const { databaseUrl, dataFolder } = readConfig(environment)
  const engine = await openEngine(databaseUrl, dataFolder)
  return work(engine).finally(() => engine.close())
}

const assertInOrder = (environment: Environment) =>
  withEngine(environment, async (engine) => {
    const verdicts = await verify(engine, {}, await openAuditKeys(readConfig(environment), engine))
    assert.deepEqual(
      verdicts.flatMap(({ findings }) => findings),
      [],
    )
  })

const amountsIn = ({ discountAmount, amount, taxAmount }: AnyRecord) => ({ discountAmount, amount, taxAmount })
const numberIn = ({ itemCode }: AnyRecord) => Number(itemCode.split('-')[1])
const numbersFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

/** In each year the numbers are counted from one, in the order of creation. */
function assertNumbered(orders: readonly AnyRecord[]): void {
  for (const [year, some] of Map.groupBy(orders, ({ orderDate }) => orderDate.slice(0, 4)))
    assert.deepEqual(
      some.map(({ orderNumber }) => orderNumber),
      some.map((_, index) => `SO-${year}-${String(index + 1).padStart(5, '0')}`),
    )
}

async function rowsIn({ builder, reader }: Engine, table: string): Promise<number> {
  const count = builder.selectFrom(table).select(({ fn }) => fn.countAll().as('count'))
  return Number((await reader.query(count.compile()))[0]![0])
}

const rowsOf = (environment: Environment, table: string) => withEngine(environment, (engine) => rowsIn(engine, table))

/** Begins to add items, and does something to the process once the first batch is there. */
const interrupted = (environment: Environment, signal: NodeJS.Signals) =>
  withEngine(environment, async (engine) => {
    const before = await rowsIn(engine, 'items')
    const { child, outcome } = spawnKontor(['seed', '--items', ENDLESS], environment)
    while ((await rowsIn(engine, 'items')) === before && child.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, 5))
    child.kill(signal)
    return { before, outcome: await outcome }
  })

onEveryDatabase('kontor seed with numbers', (kind) => {
  let database: TestDatabase
  let environment: Environment
  before(async () => {
    database = await kind.create('migrated')
    environment = { ...database.environment, KONTOR_ADMIN_PASSWORD: ADMIN.password }
  })
  after(() => database.drop())
  const served = <T>(work: (client: Client) => Promise<T>) => withClient(environment, ADMIN, work)
  const all = (path: string) => served((client) => everything(client, path))

  test('needs an item and a customer for orders', async () => {
    const first = await kontor(environment, 'seed', '--orders', '3')
    assert.equal(first.code, 1)
    assert.equal(first.complaint, 'Orders need at least one active item. Add some with --items.\n')
    assert.equal(await rowsOf(environment, 'sales-orders'), 0)
  })

  test('of 0 creates nothing, not even the demo data', async () => {
    const { code, output } = await kontor(environment, 'seed', '--items', '0', '--orders', '0')
    assert.deepEqual([code, output], [0, 'Nothing was to be created.\n'])
    assert.equal(await rowsOf(environment, 'items'), 0)
  })

  test('creates that many records of each resource, says how fast, and leaves a consistent database', async () => {
    const words = Object.entries(SIZES).flatMap(([name, size]) => [`--${name}`, String(size)])
    const { code, output, complaint } = await kontor(environment, 'seed', ...words)
    assert.equal(code, 0, complaint)
    const rate = String.raw`in [\d.,]+ s \([\d,]+/s\)\.`
    assert.match(
      output,
      new RegExp(`^Created 300 items ${rate}\nCreated 50 customers ${rate}\nCreated 120 orders ${rate}\n$`),
    )
    await assertInOrder(environment)
  })

  if (kind.name !== 'SQLite')
    test('makes PostgreSQL gather statistics of all tables that it has filled', async () => {
      const filled = ['customers', 'items', 'postings', 'sales-orders', 'sales-orders_items', 'terms']
      assert.deepEqual(await withEngine(environment, (engine) => analyzedAmong(engine, filled)), filled)
    })

  test('creates items and customers that lists and search find', () =>
    served(async (client) => {
      const items = await everything(client, '/items')
      assert.deepEqual(items.map(numberIn), numbersFrom(1, SIZES.items))
      const total = async (path: string) => (await client.call('GET', path)).body.meta.total
      const inactive = items.filter(({ isActive }) => !isActive).length
      assert.ok(inactive > 0)
      assert.equal(await total('/items?isActive=false'), inactive)
      assert.equal(await total('/items?status=active'), SIZES.items - inactive)
      assert.equal(await total('/customers'), SIZES.customers)
      const { itemCode, itemName, id, category } = items[122]
      assert.equal(
        await total(`/items?category=${encodeURIComponent(category)}`),
        items.filter((item) => item.category === category).length,
      )
      for (const q of [itemCode, itemName, itemCode.toLowerCase()]) {
        const { body } = await client.call('GET', `/search?q=${encodeURIComponent(q)}`)
        assert.equal(body.data.items[0].id, id, q)
      }
      const [customer] = await everything(client, '/customers')
      const { body } = await client.call('GET', `/search?q=${encodeURIComponent(customer.name)}&types=customers`)
      assert.ok(body.data.customers.some((hit: AnyRecord) => hit.id === customer.id))
    }))

  test('creates drafts of the last two years with right totals and numbers without gaps', async () => {
    const orders = await all('/sales-orders')
    const active = new Map((await all('/items')).filter(({ isActive }) => isActive).map((item) => [item.id, item]))
    const buyers = new Map(
      (await all('/customers')).filter(({ isActive }) => isActive).map((buyer) => [buyer.id, buyer]),
    )
    assert.equal(orders.length, SIZES.orders)
    assertNumbered(orders)
    const instants = orders.map(({ createdAt }) => createdAt)
    assert.deepEqual(instants, instants.toSorted())
    assert.ok(
      Date.now() - Date.parse(instants[0]) < TWO_YEARS_MS + 86_400_000 && Date.parse(instants.at(-1)) < Date.now(),
    )
    for (const order of orders) {
      assert.equal(order.status, 'draft')
      assert.equal(order.orderDate, order.createdAt.slice(0, 10))
      assert.equal(order.customerName, buyers.get(order.customer).name)
      assert.ok(order.items.length >= 1 && order.items.length <= 8)
      for (const line of order.items) {
        const { itemCode, sellingPrice, taxRate } = active.get(line.item)
        assert.deepEqual([line.itemCode, line.rate, line.taxRate], [itemCode, sellingPrice, taxRate])
      }
      const amounts = order.items.map(amountsIn)
      assert.deepEqual(amounts, documentAmounts(order.items, 2, 'rate'))
      const { subtotal, discountTotal, taxTotal, total } = order
      assert.deepEqual({ subtotal, discountTotal, taxTotal, total }, totalsOf(order.items))
    }
    const lines = orders.reduce((sum, { items }) => sum + items.length, 0)
    assert.ok(lines / orders.length > 4 && lines / orders.length < 6, `${lines}`)
  })

  test('is one entry in the audit log, not one for each record', () =>
    served(async ({ call }) => {
      const entries = (await call('GET', '/audit-log?action=seed')).body
      assert.equal(entries.data[0].operation, 'seed')
      assert.deepEqual(entries.data[0].changes, {
        items: [null, SIZES.items],
        customers: [null, SIZES.customers],
        orders: [null, SIZES.orders],
      })
      for (const resource of ['items', 'customers', 'sales-orders'])
        assert.equal((await call('GET', `/audit-log?resource=${resource}`)).body.meta.total, 0)
    }))

  test('lets the numbers of orders continue as usual', () =>
    served(async (client) => {
      const orders = await everything(client, '/sales-orders')
      const { customer, items } = orders.at(-1)
      const answer = await client.call('POST', '/sales-orders', {
        customer,
        items: [{ item: items[0].item, quantity: 1 }],
      })
      assert.equal(answer.status, 201, JSON.stringify(answer.body))
      assertNumbered([...orders, answer.body.data])
    }))

  test('adds more on the next run: codes and numbers continue, and nothing is repeated', async () => {
    const known = new Set((await all('/sales-orders')).map(({ orderNumber }) => orderNumber))
    const words = Object.entries(MORE).flatMap(([name, size]) => [`--${name}`, String(size)])
    assert.equal((await kontor(environment, 'seed', ...words)).code, 0)
    const codes = (await all('/items')).map(numberIn).sort((a, b) => a - b)
    assert.deepEqual(codes, numbersFrom(1, SIZES.items + MORE.items))
    assert.equal((await all('/customers')).length, SIZES.customers)
    const fresh = (await all('/sales-orders')).filter(({ orderNumber }) => !known.has(orderNumber))
    assert.equal(fresh.length, MORE.orders)
    await assertInOrder(environment)
  })

  test('skips a code that a user has entered by hand', async () => {
    const next = SIZES.items + MORE.items + 1
    const { itemCode } = itemAt(next, '')
    await served(({ call }) => call('POST', '/items', { itemCode: itemCode.toLowerCase(), itemName: 'By hand' }))
    const { output } = await kontor(environment, 'seed', '--items', '5')
    assert.match(output, /^Created 5 items /)
    const codes = (await all('/items')).map(numberIn).sort((a, b) => a - b)
    assert.deepEqual(codes, numbersFrom(1, next + 5))
    await assertInOrder(environment)
  })

  test('killed while it fills an empty table: the next start restores all indexes', async () => {
    const fresh = await kind.create()
    const of = { ...fresh.environment, KONTOR_ADMIN_PASSWORD: ADMIN.password }
    const indexesOf = () =>
      withEngine(of, async (engine) => (await engine.describe(engine.reader, 'items')).indexes.toSorted())
    try {
      await kontor(of, 'migrate')
      const whole = await indexesOf()
      await interrupted(of, 'SIGKILL')
      assert.ok((await indexesOf()).length < whole.length)
      assert.equal((await kontor(of, 'migrate')).code, 0)
      assert.deepEqual(await indexesOf(), whole)
      await assertInOrder(of)
    } finally {
      await fresh.drop()
    }
  })

  test('interrupted by Ctrl-C finishes its batch, says how far it came and exits with 1', async () => {
    const { before: known, outcome } = await interrupted(environment, 'SIGINT')
    const [, created = ''] = /^Created ([\d,]+) items in/.exec(outcome.output) ?? []
    assert.equal(outcome.code, 1, outcome.said)
    assert.match(outcome.said, /Stopped\. What was created is whole; run it again to add more\.\n$/)
    assert.equal(await rowsOf(environment, 'items'), known + Number(created.replaceAll(',', '')))
  })

  test('killed in the middle leaves complete batches, and can be run again', async () => {
    const { before: known, outcome } = await interrupted(environment, 'SIGKILL')
    assert.equal(outcome.signal, 'SIGKILL')
    const { code, complaint } = await kontor(environment, 'seed', '--items', '7', '--orders', '5')
    assert.equal(code, 0, complaint)
    assert.equal(((await rowsOf(environment, 'items')) - known - 7) % 1000, 0)
    await assertInOrder(environment)
  })

  test('creates the same records for the same numbers', async () => {
    const now = Date.UTC(2026, 4, 17, 15)
    assert.deepEqual(await contentOf(kind, now), await contentOf(kind, now))
  })
})

const IDS = /"[a-z]{2,3}_[0-9a-z]{20}"/g

/** What a fresh database is filled with, without what differs in every run: the ids. */
async function contentOf(kind: DatabaseKind, now: number): Promise<unknown[]> {
  const filled = await openKontor(kind)
  try {
    for await (const _ of fillSized(createBulkStore(filled.engine, everyResource()), SIZES, now));
    const call = (_method: 'GET' | 'POST', path: string) => filled.get(path)
    const records: unknown[] = []
    for (const path of ['/items', '/customers', '/sales-orders']) records.push(...(await everything({ call }, path)))
    return JSON.parse(JSON.stringify(records).replaceAll(IDS, '"an id"'))
  } finally {
    await filled.close()
  }
}

describe('kontor seed refuses an invalid number, exits with 2 and changes nothing', { concurrency: 2 }, () => {
  const environment = { KONTOR_DATA: '/nonexistent/kontor' }
  const refused = ['--items=-1', '--items=abc', '--customers=1.5', '--customers=1e3', '--orders=20000001', '--orders=']
  for (const word of refused)
    test(word, async () => {
      const reason = new RegExp(`^${word.split('=')[0]} must be a whole number from 0 to 20,000,000, not "`)
      assertRefused(await kontor(environment, 'seed', word), 2, reason)
    })
  test('--items -1', async () => assertRefused(await kontor(environment, 'seed', '--items', '-1'), 2, /--items/))
  test('--demo --customers 5', async () =>
    assertRefused(await kontor(environment, 'seed', '--demo', '--customers', '5'), 2, /either --demo or numbers/))
})
