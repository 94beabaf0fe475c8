import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Verdict, verify } from '../src/verify/verify.ts'
import { onEveryDatabase } from './support/databases.ts'
import { type Kontor, kontorFor } from './support/kontor.ts'
import { runKontor } from './support/process.ts'
import { type Trade, tradeABit } from './verify/trade.ts'
import { type Wound, wounded } from './verify/wounds.ts'

type Case = readonly [title: string, check: string, wound: (trade: Trade) => Wound]

const cases: readonly Case[] = [
  ['a counter that ran ahead', 'numbers', () => wound('series', { name: 'invoices INV-2026-{number}' }, { last: 9 })],
  [
    'a number given twice in other words',
    'numbers',
    ({ partial }) => wound('invoices', partial, { invoiceNumber: 'INV-2026-0001', invoiceNumber_key: 'inv-2026-0001' }),
  ],
  [
    'a number that a removed invoice has lost',
    'numbers',
    ({ removed }) => ({
      ...wound('invoices', removed, { invoiceNumber: null, invoiceNumber_key: null }),
      named: 'invoices INV-2026-{number}',
    }),
  ],
  [
    'an order number that was never given',
    'numbers',
    ({ order }) => wound('sales-orders', order, { orderNumber: 'SO-2026-00099', orderNumber_key: 'so-2026-00099' }),
  ],
  ['an issued invoice without a number', 'numbers', ({ draft }) => wound('invoices', draft, { status: 'unpaid' })],
  ['a line that comes to too much', 'amounts', ({ order }) => line('sales-orders', order, { amount: 1_000_000 })],
  ['a tax that is a cent short', 'amounts', ({ direct }) => line('invoices', direct, { taxAmount: 39_100 })],
  ['a total that is not that of the lines', 'amounts', ({ partial }) => wound('invoices', partial, { subtotal: 1 })],
  [
    'an order that knows less than was invoiced',
    'progress',
    ({ order }) => line('sales-orders', order, { invoicedQuantity: 20_000 }),
  ],
  ['a cent too much invoiced', 'progress', ({ partial }) => line('invoices', partial, { amount: 2_103_800 })],
  ['more invoiced than ordered', 'progress', ({ rest }) => line('invoices', rest, { quantity: 80_000 })],
  ['a wrong remainder', 'progress', ({ order }) => line('sales-orders', order, { billedTax: 0 })],
  ['a wrong sum of invoices', 'progress', ({ order }) => wound('sales-orders', order, { issuedTotal: 5 })],
  ['a wrong claim on credit', 'credit', ({ order }) => wound('sales-orders', order, { uninvoicedAmount: 5 })],
  [
    'a wrong invoice status',
    'progress',
    ({ order }) => wound('sales-orders', order, { invoiceStatus: 'not_invoiced' }),
  ],
  [
    'an order that knows less than was delivered',
    'progress',
    ({ order }) => line('sales-orders', order, { deliveredQuantity: 10_000 }),
  ],
  ['a wrong delivery status', 'progress', ({ order }) => wound('sales-orders', order, { deliveryStatus: 'delivered' })],
  [
    'a delivered line that is not in the ledger',
    'stock movements',
    ({ delivery }) => ({ ...wound('stock-movements', { delivery }, { source_id: null }), named: delivery }),
  ],
  [
    'a movement that does not name its delivery',
    'stock movements',
    ({ delivery }) => ({ ...wound('stock-movements', { delivery }, { delivery: null }), named: delivery }),
  ],
  [
    'a movement in the name of what moves no stock',
    'stock movements',
    ({ movement }) => wound('stock-movements', movement, { source_resource: 'invoices', source_id: 'inv_1' }),
  ],
  [
    'an undone delivery that is not undone in the ledger',
    'stock movements',
    ({ undone }) => ({
      ...wound('stock-movements', { delivery: undone, reason: 'delivery_cancelled' }, { quantity: 1 }),
      named: undone,
    }),
  ],
  ['stock that is not in the ledger', 'stock', ({ item }) => wound('items', item, { currentStock: 990_000 })],
  ['stock reserved without an order', 'stock', ({ item }) => wound('items', item, { reservedStock: 990_000 })],
  ['stock that is available twice', 'stock', ({ item }) => wound('items', item, { availableStock: 990_000 })],
  ['stock below zero', 'stock', ({ movement }) => wound('stock-movements', movement, { balance: -1 })],
  ['a payment that is not counted', 'open items', ({ partial }) => wound('invoices', partial, { amountPaid: 0 })],
  [
    'a payment that is larger than what it settles',
    'allocations',
    ({ payment }) => wound('payments', payment, { amount: 99_990_000 }),
  ],
  [
    'more paid than owed',
    'open items',
    ({ payment, partial }) => ({ ...entry({ source_id: payment }, { amount: 99_990_000 }), named: partial }),
  ],
  [
    'an allocation of more than was paid',
    'allocations',
    ({ payment }) => ({ ...entry({ source_id: payment }, { amount: 99_990_000 }), named: payment }),
  ],
  [
    'an allocation to an invoice that is not there',
    'allocations',
    ({ payment }) => ({ ...entry({ source_id: payment }, { target_id: 'inv_nothing' }), named: 'inv_nothing' }),
  ],
  [
    'an allocation to what is no open item',
    'allocations',
    ({ payment, partial }) => ({ ...entry({ source_id: payment }, { target_resource: 'items' }), named: partial }),
  ],
  [
    'an allocation of a payment that is not there',
    'allocations',
    ({ payment }) => ({ ...entry({ source_id: payment }, { source_id: 'pay_nothing' }), named: 'pay_nothing' }),
  ],
  [
    'a payment that was taken back, but not in the ledger',
    'allocations',
    ({ takenBack }) => ({ ...entry({ source_id: takenBack, amount: -50_000 }, { amount: -1 }), named: takenBack }),
  ],
  ['a status that payments do not say', 'open items', ({ partial }) => wound('invoices', partial, { status: 'paid' })],
  ['a wrong outstanding amount', 'open items', ({ partial }) => wound('invoices', partial, { outstanding: 1 })],
  [
    'a wrong day of falling due',
    'open items',
    ({ partial }) => wound('invoices', partial, { overdueFrom: '2026-01-01' }),
  ],
  [
    'a removed invoice that is still owed',
    'open items',
    ({ removed }) => wound('invoices', removed, { status: 'unpaid' }),
  ],
  ['a creator who is not there', 'references', ({ item }) => wound('items', item, { createdBy: 'usr_nobody' })],
  [
    'a customer who is not there, past the guard of the database',
    'references',
    ({ order }) => ({ ...wound('sales-orders', order, { customer: 'cus_nobody' }), isUnguarded: true }),
  ],
  [
    'a line without its order, past the guard of the database',
    'references',
    ({ order }) => ({
      ...wound('sales-orders_items', { parent: order }, { parent: 'so_nothing' }),
      isUnguarded: true,
      named: /^lin_/,
    }),
  ],
  [
    'an id of another system that leads to another record',
    'external ids',
    ({ item, order }) => ({ ...wound('external-ids', { record: item }, { record: order }), named: item }),
  ],
  [
    'an id of another system that no record has',
    'external ids',
    ({ item }) => ({ ...wound('items', item, { externalIds: '{}' }), named: 'items' }),
  ],
  ['a status that there is not', 'statuses', ({ order }) => wound('sales-orders', order, { status: 'lost' })],
  ['a method that there is not', 'statuses', ({ payment }) => wound('payments', payment, { method: 'shells' })],
  [
    'a kept total that is wrong',
    'totals',
    () => ({ ...wound('tallies', { resource: 'payments', key: '' }, { count: 7 }), named: 'payments' }),
  ],
  [
    'a kept total by value that is missing, and one for a value that no record has',
    'totals',
    () => ({
      ...wound('tallies', { resource: 'sales-orders', key: 'status="submitted"' }, { key: 'status="lost"' }),
      named: 'sales-orders',
    }),
  ],
  [
    'a kept sum that is wrong',
    'totals',
    ({ customer }) => ({
      ...wound(
        'tallies',
        { resource: 'invoices', key: `sum of outstanding by customer="${customer}"` },
        { key: 'sum of outstanding by customer="cus_nobody"' },
      ),
      named: 'invoices',
    }),
  ],
]

onEveryDatabase('Verifying', (kind) => {
  const kontor = kontorFor(kind)
  let trade: Trade | undefined
  const traded = async () => {
    trade ??= await tradeABit(kontor())
    return trade
  }

  test('finds nothing wrong with an empty database', async () => {
    assertClean(await verify(kontor().engine))
  })

  test('finds nothing wrong after some trade, and has looked at something everywhere', async () => {
    await traded()
    const verdicts = await verify(kontor().engine)
    assertClean(verdicts)
    for (const { name, checked } of verdicts) assert.ok(checked > 0, name)
  })

  for (const [title, check, inflict] of cases) {
    test(`finds ${title}`, async () => {
      const injury = inflict(await traded())
      const verdicts = await wounded(kontor(), injury, () => verify(kontor().engine))
      const { violations, findings } = verdicts.find(({ name }) => name === check)!
      assert.ok(violations > 0, 'nothing was found')
      const named = findings.map(({ id }) => id)
      assert.ok(
        named.some((id) => (injury.named instanceof RegExp ? injury.named.test(id) : id.startsWith(injury.named))),
        `${named} instead of ${injury.named}`,
      )
      assertClean(await verify(kontor().engine))
    })
  }

  test('counts all violations and names the first', async () => {
    for (let count = 0; count < 12; count++) await kontor().post('/customers', { name: `Customer ${count}` })
    const everyone = { table: 'customers', where: {}, set: { createdBy: 'usr_nobody' }, named: 'cus_' }
    const verdicts = await wounded(kontor(), everyone, () => verify(kontor().engine))
    const { violations, findings } = verdicts.find(({ name }) => name === 'references')!
    assert.equal(violations, 13)
    assert.equal(findings.length, 5)
  })

  test('as a command says what was checked, and exits with 0', async () => {
    const { code, output } = await runKontor(['verify'], environmentOf(kontor()))
    assert.equal(code, 0, output)
    assert.match(output, /^numbers +\d+ checked: ok\. No document number is given twice/m)
    assert.match(output, /\nNo inconsistencies found\.\n$/)
  })

  test('as a command names what is wrong, and exits with 1', async () => {
    const { item } = await traded()
    const { code, output } = await wounded(kontor(), wound('items', item, { currentStock: 10_000 }), () =>
      runKontor(['verify'], environmentOf(kontor())),
    )
    assert.equal(code, 1)
    assert.match(output, /^stock +\d+ checked: 2 violations\. /m)
    assert.ok(output.includes(`    ${item}: currentStock is 1 and must be `), output)
    assert.match(output, /\n2 violations in 1 check\.\n$/)
  })

  test('as a command refuses a database of another version, and changes nothing in it', async () => {
    const database = await kind.create()
    try {
      for (let time = 0; time < 2; time++) {
        const { code, output, said } = await runKontor(['verify'], database.environment)
        assert.deepEqual([code, output], [1, ''])
        assert.match(said, /^The database is not of this version\. Run "kontor migrate" first\.\n$/)
      }
    } finally {
      await database.drop()
    }
  })
})

const environmentOf = ({ database }: Kontor) => database.environment

/** Of a record by its id, or of the rows with these values. */
function wound(table: string, which: string | Wound['where'], set: Wound['set']): Wound {
  return typeof which === 'string'
    ? { table, where: { id: which }, set, named: which }
    : { table, where: which, set, named: String(Object.values(which)[0]) }
}

/** Of the ledger, which the database itself refuses to change. */
const entry = (where: Wound['where'], set: Wound['set']) => ({ ...wound('allocations', where, set), isUnguarded: true })

/** The first line of a document. */
const line = (table: string, parent: string, set: Wound['set']): Wound => ({
  table: `${table}_items`,
  where: { parent, position: 0 },
  set,
  named: /./,
})

function assertClean(verdicts: readonly Verdict[]): void {
  assert.deepEqual(
    verdicts.filter(({ violations }) => violations > 0).map(({ name, findings }) => ({ name, findings })),
    [],
  )
}
