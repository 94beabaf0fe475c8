import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { SeededRandom } from '../../src/demo/sized/seeded-random.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { create, createCustomer, createItem, read } from '../support/records.ts'
import { createOrder, createSubmitted, invoice, moveThrough, receive } from '../support/trade.ts'
import { dayAfter, isIssued, isWithin, sum, type Trade, tradeAround } from './trade.ts'

const COUNT = 60
const PERIODS = 25

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
type AnyRecord = any

onEveryDatabase('Reports', (kind) => {
  const kontor = kontorFor(kind)
  const report = (path: string) => read(kontor(), `/reports/${path}`)
  const today = new Date().toISOString().slice(0, 10)
  let trade: Trade
  before(async () => {
    trade = await tradeAround(kontor(), today, COUNT)
  })

  const issuedIn = (from: string, to: string) =>
    trade.invoices.filter((one) => isIssued(one) && isWithin(one.invoiceDate, from, to))
  const paidIn = (from: string, to: string) => trade.payments.filter((one) => isWithin(one.paymentDate, from, to))
  const revenueIn = (from: string, to: string) => {
    const issued = issuedIn(from, to)
    const tax = sum(issued, (one) => one.taxTotal)
    const amount = sum(issued, (one) => one.total)
    return { from, to, count: issued.length, net: sum([amount, -tax], (part) => part), tax, amount }
  }

  /** A figure without its query, which must list as many records as the figure counts. */
  async function listed(resource: string, { query, ...figure }: AnyRecord): Promise<AnyRecord> {
    const { status, body, text } = await kontor().get(`/${resource}?perPage=1&${query}`)
    assert.equal(status, 200, text)
    assert.equal(body.meta.total, figure.count, query)
    return figure
  }

  test('add up to the cent what was invoiced and paid in a time, and in as many days before', async () => {
    const random = new SeededRandom(11, 1)
    for (let round = 0; round < PERIODS; round++) {
      const days = random.below(200)
      const to = dayAfter(today, random.below(300) - 270)
      const from = dayAfter(to, -days)
      const data = await report(`summary?from=${from}&to=${to}`)
      assert.deepEqual([data.from, data.to, data.currency], [from, to, 'EUR'])
      assert.deepEqual(await listed('invoices', data.revenue), revenueIn(from, to))
      const before = revenueIn(dayAfter(from, -days - 1), dayAfter(from, -1))
      assert.deepEqual(await listed('invoices', data.previousRevenue), before)
      const paid = paidIn(from, to)
      const collected = { count: paid.length, amount: sum(paid, ({ amount }) => amount) }
      assert.deepEqual(await listed('payments', data.collected), collected)
    }
  })

  test('count the last days by `days`, up to today or to another day', async () => {
    const last = dayAfter(today, -3)
    assert.deepEqual(await report('summary?days=30'), await report(`summary?from=${dayAfter(today, -29)}&to=${today}`))
    assert.deepEqual(await report(`sales?days=1&to=${last}`), await report(`sales?from=${last}&to=${last}`))
  })

  test('cut time into days, weeks and months without gaps, empty ones included, that add up to the whole', async () => {
    const from = dayAfter(today, -200)
    for (const interval of ['day', 'week', 'month']) {
      const { periods, totals } = await report(`sales?from=${from}&to=${today}&interval=${interval}`)
      assert.equal(periods[0].from, from)
      assert.equal(periods.at(-1).to, today)
      for (const [index, period] of periods.entries()) {
        if (index > 0) assert.equal(period.from, dayAfter(periods[index - 1].to, 1))
        const revenue = revenueIn(period.from, period.to)
        const collected = sum(paidIn(period.from, period.to), ({ amount }) => amount)
        assert.deepEqual(
          [period.invoiced, period.net, period.collected],
          [revenue.amount, revenue.net, collected],
          period.from,
        )
        await listed('invoices', { query: period.query, count: revenue.count })
        const { dayOfWeek, day, daysInMonth } = Temporal.PlainDate.from(period.to)
        const isCut = period.to === today
        if (interval === 'week') assert.ok(isCut || dayOfWeek === 7)
        if (interval === 'month') assert.ok(isCut || day === daysInMonth)
      }
      assert.ok(interval !== 'day' || periods.some(({ invoiced }: { invoiced: number }) => invoiced === 0))
      assert.equal(totals.invoiced, revenueIn(from, today).amount)
    }
  })

  test('tell what is owed, by age and by customer', async () => {
    const owing = trade.invoices.filter(({ outstanding }) => outstanding > 0)
    const { day, total, ages, customers } = await report('receivables')
    assert.equal(day, today)
    assert.deepEqual(total, { count: owing.length, amount: sum(owing, ({ outstanding }) => outstanding) })
    const bounds: Readonly<Record<string, [number, number]>> = {
      not_due: [0, 0],
      '1-30': [1, 30],
      '31-60': [31, 60],
      '61-90': [61, 90],
      over_90: [91, 9999],
    }
    assert.deepEqual(
      await Promise.all(ages.map((age: AnyRecord) => listed('invoices', age))),
      Object.entries(bounds).map(([age, [least, most]]) => {
        const some = owing.filter(({ daysOverdue }) => daysOverdue >= least && daysOverdue <= most)
        return { age, count: some.length, amount: sum(some, ({ outstanding }) => outstanding) }
      }),
    )
    const byCustomer = [...Map.groupBy(owing, (one) => one.customer)]
      .map(([customer, some]) => ({
        customer,
        customerName: some[0].customerName,
        count: some.length,
        amount: sum(some, ({ outstanding }) => outstanding),
        overdue: sum(some, ({ isOverdue, outstanding }) => (isOverdue ? outstanding : 0)),
      }))
      .sort((a, b) => b.amount - a.amount)
    assert.deepEqual(customers, byCustomer)
    assert.deepEqual((await report('receivables?limit=1')).customers, byCustomer.slice(0, 1))
  })

  test('agree with the lists that their figures lead to', async () => {
    const data = await report('summary')
    const total = async (query: string) => (await kontor().get(`/${query}`)).body.meta.total
    assert.equal(data.unpaid.count, await total('invoices?outstanding[gt]=0'))
    assert.equal(data.overdue.count, await total('invoices?isOverdue=true'))
    for (const figure of [data.unpaid, data.overdue]) await listed('invoices', figure)
    await listed('items', data.lowStock)
    assert.equal(
      data.unpaid.amount,
      sum(trade.invoices, ({ outstanding }) => outstanding),
    )
    const range = `invoiceDate[gte]=${data.from}&invoiceDate[lte]=${data.to}`
    assert.equal(data.revenue.count, await total(`invoices?status[in]=unpaid,partially_paid,paid&${range}`))
  })

  test('count orders by status, and what is open of them', async () => {
    const item = await createItem(kontor(), { sellingPrice: 10 })
    const customer = await createCustomer(kontor())
    const lines = [{ item: item.id, quantity: 3 }]
    await createOrder(kontor(), lines, { customer })
    await moveThrough(kontor(), await createOrder(kontor(), lines, { customer }), 'cancelled')
    await createSubmitted(kontor(), lines, { customer })
    await moveThrough(kontor(), await createSubmitted(kontor(), lines, { customer }), 'on_hold')
    const half = await createSubmitted(kontor(), lines, { customer })
    await invoice(kontor(), half, { items: [{ item: item.id, quantity: 1 }] })
    await invoice(kontor(), await createSubmitted(kontor(), lines, { customer }))
    const { ordersByStatus, openOrders } = await report('summary')
    assert.deepEqual(ordersByStatus, { draft: 1, submitted: 3, on_hold: 1, closed: 0, cancelled: 1 })
    assert.deepEqual(await listed('sales-orders', openOrders), { count: 3, amount: 90 })
    assert.equal(openOrders.query, 'status[in]=submitted,on_hold&invoiceStatus[ne]=invoiced')
  })

  test('name what is running out, the scarcest first', async () => {
    const low = await createItem(kontor(), { itemName: 'Low', reorderLevel: 10, reorderQty: 50 })
    const scarcer = await createItem(kontor(), { itemName: 'Scarcer', reorderLevel: 5 })
    await receive(kontor(), low, 9.5)
    const enough = await createItem(kontor(), { reorderLevel: 10 })
    await receive(kontor(), enough, 10)
    await create(kontor(), '/items', { itemCode: 'OLD', itemName: 'Old', reorderLevel: 5, isActive: false })
    await createItem(kontor(), { itemType: 'Service', reorderLevel: 5 })
    const { count, items } = await report('low-stock')
    const shown = items.map(({ itemName, availableStock, missing }: Record<string, unknown>) => [
      itemName,
      availableStock,
      missing,
    ])
    // Orders of the other promise have taken more of an item than there is.
    assert.deepEqual(shown.slice(-2), [
      ['Scarcer', 0, 5],
      ['Low', 9.5, 0.5],
    ])
    assert.equal(count, items.length)
    assert.equal((await report('summary')).lowStock.count, count)
    assert.equal((await kontor().get('/items?isLowStock=true')).body.meta.total, count)
    assert.equal((await report('low-stock?limit=1')).items.length, 1)
    assert.equal((await report('low-stock?limit=1')).count, count)
    await receive(kontor(), scarcer, 5)
    assert.equal((await report('summary')).lowStock.count, count - 1)
  })

  test('are of this month if nothing else is asked for, as the company counts days', async () => {
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Niue', 'UTC']) {
      assert.equal((await kontor().put('/settings', { timeZone })).status, 200)
      const there = Temporal.Now.plainDateISO(timeZone)
      const { from, to } = await report('summary')
      assert.deepEqual([from, to], [there.with({ day: 1 }).toString(), there.toString()])
      assert.equal((await report('receivables')).day, there.toString())
    }
  })
})
