import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verify } from '../../src/verify/verify.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { eventsOf } from '../support/events.ts'
import { type Kontor, kontorFor } from '../support/kontor.ts'
import { randomFrom } from '../support/random.ts'
import { createCustomer, createItem, newCode, read } from '../support/records.ts'
import { createStockedItem, createSubmitted } from '../support/trade.ts'
import { countsOf, csvOf, imported, type Json } from './importing.ts'

const ROUNDS = process.env.CI ? 12 : 4
const ROWS = 130

/** Numbers, kept sums and counts, the search index, the audit log and stock agree with the records. */
async function assertConsistent({ engine }: Kontor): Promise<void> {
  for (const { name, violations, findings } of await verify(engine))
    assert.equal(violations, 0, `${name}: ${JSON.stringify(findings)}`)
}

const numbersOf = async (kontor: Kontor, resource: string, field: string, query: string): Promise<number[]> => {
  const { data } = (await kontor.get(`/${resource}?perPage=100&order=asc&${query}`)).body
  return data.map((record: Json) => Number(record[field].split('-').at(-1)))
}

const assertWithoutGaps = (numbers: readonly number[], count: number): void =>
  assert.deepEqual(
    numbers.toSorted((a, b) => a - b),
    Array.from({ length: count }, (_, index) => Math.min(...numbers) + index),
  )

/** What the database holds unique while the work is done, as if another transaction had been faster. */
async function whileUnique<T>({ engine }: Kontor, table: string, column: string, work: () => Promise<T>): Promise<T> {
  const execute = (sql: string) => engine.write((connection) => connection.query({ sql, parameters: [] }))
  await execute(`create unique index no_two_alike on "${table}" ("${column}")`)
  try {
    return await work()
  } finally {
    await execute('drop index no_two_alike')
  }
}

/** A slow machine may refuse a write because the database does not answer in time. Then nothing was done. */
async function createWhenPossible(kontor: Kontor, order: object): Promise<void> {
  for (;;) {
    const { status, body } = await kontor.post('/sales-orders', order)
    if (status === 201) return
    assert.ok(['UNAVAILABLE', 'OVERLOADED'].includes(body.error.code), JSON.stringify(body))
  }
}

onEveryDatabase('A refused row of an import', (kind) => {
  const kontor = kontorFor(kind)

  test('that has taken stock and a number already leaves neither, and no event', async () => {
    const [plenty, scarce] = [await createStockedItem(kontor(), 100), await createStockedItem(kontor(), 100)]
    const customer = await createCustomer(kontor())
    const lines = [plenty, scarce].map(({ id }) => ({ item: id, quantity: 3 }))
    const orders: Json[] = []
    for (let count = 0; count < 3; count++) orders.push(await createSubmitted(kontor(), lines, { customer }))
    const rows = orders.flatMap(({ id }, index) => [
      [`d-${id}`, id, plenty.itemCode, 2],
      [`d-${id}`, id, scarce.itemCode, index === 1 ? 4 : 2], // more than was ordered
    ])
    const csv = csvOf(['externalIds.shop', 'salesOrder', 'items.item.itemCode', 'items.quantity'], ...rows)
    for (const dryRun of [true, false]) {
      const run = async () => {
        const job = await imported(kontor(), csv, { resource: 'deliveries', dryRun })
        assert.deepEqual(countsOf(job), [4, 0, 0, 2], JSON.stringify(job.errors))
        assert.deepEqual(
          job.errors.map(({ row }: Json) => row),
          [5],
        )
      }
      const events = await eventsOf(kontor(), run)
      const created = events.filter(({ type }: Json) => type === 'deliveries.created')
      assert.equal(created.length, dryRun ? 0 : 2)
      const stock = await Promise.all([plenty, scarce].map(({ id }) => read(kontor(), `/items/${id}`)))
      assert.deepEqual(
        stock.map(({ currentStock }) => currentStock),
        dryRun ? [100, 100] : [96, 96],
      )
    }
    const delivered = await Promise.all(orders.map(({ id }) => read(kontor(), `/sales-orders/${id}`)))
    assert.deepEqual(
      delivered.map(({ deliveryStatus }) => deliveryStatus),
      ['partly_delivered', 'not_delivered', 'partly_delivered'],
    )
    assertWithoutGaps(await numbersOf(kontor(), 'deliveries', 'deliveryNumber', `customer=${customer.id}`), 2)
    await assertConsistent(kontor())
  })

  test('that the database alone refuses is left out, with its row and reason, between others that are kept', async () => {
    const [item, customer] = [await createItem(kontor(), { sellingPrice: 10 }), await createCustomer(kontor())]
    const count = 60
    const twice = [20, 21, 45]
    const rows = Array.from({ length: count }, (_, index) => [
      `u-${customer.id}-${index}`,
      customer.id,
      twice.includes(index) ? 'note 3' : `note ${index}`,
      item.itemCode,
      1,
    ])
    const csv = csvOf(['externalIds.shop', 'customer', 'notes', 'items.item.itemCode', 'items.quantity'], ...rows)
    const job = await whileUnique(kontor(), 'sales-orders', 'notes', () =>
      imported(kontor(), csv, { resource: 'sales-orders' }),
    )
    assert.deepEqual(countsOf(job), [count - 3, 0, 0, 3])
    assert.deepEqual(
      job.errors.map(({ row, field, message }: Json) => [row, field, message]),
      twice.map((index) => [index + 2, 'notes', 'Another record of sales-orders already has this notes.']),
    )
    assertWithoutGaps(await numbersOf(kontor(), 'sales-orders', 'orderNumber', `customer=${customer.id}`), count - 3)
    assert.equal((await kontor().get(`/sales-orders?customer=${customer.id}`)).body.meta.total, count - 3)
    await assertConsistent(kontor())
  })

  test('with which a kept sum would become too large is the only one that is refused', async () => {
    const [item, one, other] = [
      await createItem(kontor(), { sellingPrice: 1 }),
      await createCustomer(kontor()),
      await createCustomer(kontor()),
    ]
    const rows = Array.from({ length: 14 }, (_, index) => {
      const customer = index === 12 ? other : one
      return [`s-${customer.id}-${index}`, customer.id, item.itemCode, 1000, 99_000_000]
    })
    const csv = csvOf(['externalIds.shop', 'customer', 'items.item.itemCode', 'items.quantity', 'items.rate'], ...rows)
    const job = await imported(kontor(), csv, { resource: 'invoices' })
    assert.deepEqual(countsOf(job), [10, 0, 0, 4], JSON.stringify(job.errors))
    assert.deepEqual(
      job.errors.map(({ row }: Json) => row),
      [11, 12, 13, 15],
    )
    assert.match(job.errors[0].message, /^An amount, or the sum of all such amounts, would become too large/)
    await assertConsistent(kontor())
  })

  test('at random leaves what all others amount to, while clients write', async () => {
    const item = await createItem(kontor(), { sellingPrice: 10 })
    for (let round = 0; round < ROUNDS; round++) {
      const random = randomFrom(round)
      const mark = newCode()
      const customer = await createCustomer(kontor(), { name: `Random ${mark}` })
      let expected = 0
      const rows = Array.from({ length: ROWS }, (_, index) => {
        const isRefused = random() < 0.25
        const byDatabase = !isRefused && round % 2 === 1 && random() < 0.03
        if (!isRefused && !byDatabase) expected++
        const notes = byDatabase ? `${mark} taken` : `${mark} ${index}`
        return [`${mark}-${index}`, customer.id, notes, item.itemCode, isRefused ? 0 : 1]
      })
      const taken = { customer: customer.id, notes: `${mark} taken`, items: [{ item: item.id, quantity: 1 }] }
      assert.equal((await kontor().post('/sales-orders', taken)).status, 201)
      const csv = csvOf(['externalIds.shop', 'customer', 'notes', 'items.item.itemCode', 'items.quantity'], ...rows)
      let isOver = false
      const clients = Array.from({ length: 3 }, async (_, index) => {
        let sent = 0
        while (!isOver) {
          const body = { ...taken, notes: `${mark} client ${index} ${sent}` }
          await createWhenPossible(kontor(), body)
          sent++
        }
        return sent
      })
      const job = await whileUnique(kontor(), 'sales-orders', 'notes', async () => {
        const done = await imported(kontor(), csv, { resource: 'sales-orders' })
        isOver = true
        return done
      }).finally(() => {
        isOver = true
      })
      const sent = (await Promise.all(clients)).reduce((sum, each) => sum + each, 1)
      assert.deepEqual(countsOf(job), [expected, 0, 0, ROWS - expected], JSON.stringify(job.errors))
      assert.equal((await kontor().get(`/sales-orders?customer=${customer.id}`)).body.meta.total, expected + sent)
    }
    await assertConsistent(kontor())
  })
})
