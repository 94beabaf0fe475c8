import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { databaseKinds, onEveryDatabase } from '../support/databases.ts'
import { type AnyRecord, movedInvoice, readInvoice } from '../support/invoicing.ts'
import { type Kontor, kontorFor } from '../support/kontor.ts'
import { create, createCustomer, createItem } from '../support/records.ts'
import { invoice, pay, readOrder, submit } from '../support/trade.ts'
import {
  bodyOf,
  cents,
  centsOfLine,
  FIGURES,
  numbersIn,
  printedSums,
  type RandomLine,
  randomLine,
  statedSums,
  sumOfCents,
} from './figures.ts'

const ROUNDINGS = ['rate', 'line'] as const

/** The same on every database, so that they must come to the same figures. */
const SEED = 20_261_115
const results = new Map<string, unknown[]>()

const randomLines = fc.array(randomLine, { minLength: 1, maxLength: 4 })
/** What happens to an order: some of it is invoiced, as a draft or not, or an invoice is voided in one of three ways, or corrected. */
const step = fc.record({
  kind: fc.constantFrom('invoice', 'invoice', 'invoice', 'draft', 'cancel', 'delete', 'cancel draft', 'correct'),
  pick: fc.nat(),
  share: fc.integer({ min: 1, max: 100 }),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

onEveryDatabase('Amounts, whatever the figures', (kind) => {
  const kontor = kontorFor(kind)
  let [customer, item]: AnyRecord[] = []
  const seen: unknown[] = []
  results.set(kind.name, seen)
  before(async () => {
    customer = await createCustomer(kontor())
    item = await createItem(kontor(), { itemType: 'Service' })
  })
  const check = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number, property: (value: T) => Promise<void>) =>
    fc.assert(fc.asyncProperty(arbitrary, property), { seed: SEED, numRuns })
  const documentOf = (path: string, lines: readonly RandomLine[], more: object = {}) =>
    create(kontor(), path, { customer: customer.id, items: lines.map((line) => bodyOf(item.id, line)), ...more })

  for (const rounding of ROUNDINGS) {
    const rounded = async (pricesIncludeTax = false) => {
      assert.equal((await kontor().put('/settings', { taxRounding: rounding, pricesIncludeTax })).status, 200)
    }

    test(`the printed lines are rounded as the law says, and add up to the printed totals (tax by ${rounding})`, async () => {
      await rounded()
      await check(randomLines, 50, async (lines) => {
        for (const path of ['/sales-orders', '/invoices']) {
          const document = await documentOf(path, lines)
          for (const [index, line] of document.items.entries()) {
            const expected = centsOfLine(lines[index]!)
            for (const name of FIGURES) {
              const isShare = name === 'taxAmount' && rounding === 'rate'
              const most = isShare ? 1 : 0 // its share of the tax of its rate is its own tax, rounded up or down
              assert.ok(Math.abs(cents(line[name]) - expected[name]) <= most, `${path} ${name} ${line[name]}`)
            }
          }
          if (rounding === 'rate') assertTaxedByRate(document)
          assert.deepEqual(statedSums(document), printedSums(document))
          assert.ok(numbersIn(document).every((number) => number >= 0))
          seen.push(statedSums(document))
        }
      })
    })

    for (const prices of ['gross', 'net'])
      test(`invoices of parts add up to the order to the cent, though some are voided in between (tax by ${rounding}, ${prices} prices)`, async () => {
        await rounded(prices === 'gross')
        await check(fc.tuple(randomLines, fc.array(step, { maxLength: 8 })), 30, async ([lines, steps]) => {
          const order = await submit(kontor(), await documentOf('/sales-orders', lines))
          if (prices === 'gross') assertGross(order, lines)
          const history: AnyRecord[] = []
          for (const one of steps) await carryOut(kontor(), order, history, one)
          const { invoiceStatus, invoices } = await readOrder(kontor(), order)
          if (invoiceStatus !== 'invoiced') history.push(await invoice(kontor(), order))
          const live = await liveInvoices(kontor(), order)
          assert.deepEqual(statedSums(...live), statedSums(order))
          assert.deepEqual(printedSums(...live), statedSums(order))
          for (const document of history) assert.ok(numbersIn(document).every((number) => number >= 0))
          for (const line of order.items) assertLineIsInvoiced(line, live, order)
          assert.deepEqual(taxesOf(live), taxesOf([order]))
          seen.push([invoices.length, history.map(({ total, invoiceNumber }) => [total, invoiceNumber])])
        })
      })
  }

  test('an order and its only invoice come to the same, and the expected total is that', () =>
    check(randomLines, 30, async (lines) => {
      const order = await documentOf('/sales-orders', lines)
      const issued = await invoice(kontor(), order)
      assert.deepEqual(statedSums(issued), statedSums(order))
      const direct = await documentOf('/invoices', lines, { expectedTotal: order.total })
      assert.deepEqual(statedSums(direct), statedSums(order))
    }))

  test('payments in parts end at exactly nothing, and the status follows their sum all the way', () =>
    check(
      fc.tuple(randomLine, fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 6 })),
      40,
      async ([line, shares]) => {
        const issued = await documentOf('/invoices', [line])
        let rest = cents(issued.total)
        for (const share of [...shares, 100]) {
          const part = share === 100 ? rest : Math.floor((rest * share) / 100)
          if (part > 0) await pay(kontor(), issued, part / 100)
          rest -= part
          const { status, outstanding, amountPaid } = await readInvoice(kontor(), issued)
          const paid = rest < cents(issued.total) ? 'partially_paid' : 'unpaid'
          assert.deepEqual([cents(outstanding), status], [rest, rest === 0 ? 'paid' : paid])
          assert.equal(cents(amountPaid) + cents(outstanding), cents(issued.total))
        }
        const more = await kontor().post('/payments', { invoice: issued.id, amount: 0.01 })
        assert.equal(more.body.error.code, 'OVERPAYMENT')
        seen.push((await readInvoice(kontor(), issued)).payments.map(({ amount }: AnyRecord) => amount))
      },
    ))
})

test('Both databases come to the same figures', () => {
  const [first, ...others] = databaseKinds.map(({ name }) => results.get(name)!)
  assert.ok(first!.length > 0)
  for (const other of others) assert.deepEqual(other, first)
})

const liveInvoices = async (kontor: Kontor, order: AnyRecord): Promise<AnyRecord[]> => {
  const { body } = await kontor.get(`/invoices?salesOrder=${order.id}&status[ne]=cancelled&perPage=100`)
  return body.data
}

async function carryOut(kontor: Kontor, order: AnyRecord, history: AnyRecord[], { kind, pick, share }: Step) {
  if (kind === 'invoice' || kind === 'draft') {
    const open = (await readOrder(kontor, order)).items.filter(
      (line: AnyRecord) => line.quantity > line.invoicedQuantity,
    )
    const line = open[pick % open.length]
    if (!line) return
    const left = Math.round((line.quantity - line.invoicedQuantity) * 10_000)
    const quantity = Math.max(1, Math.floor((left * share) / 100)) / 10_000
    history.push(await invoice(kontor, order, { items: [{ line: line.id, quantity }], draft: kind === 'draft' }))
    return
  }
  const live = (await liveInvoices(kontor, order)).filter(
    ({ status }) => (status === 'draft') === (kind === 'cancel draft'),
  )
  const subject = live[pick % live.length]
  if (!subject) return
  if (kind === 'correct') history.push(await create(kontor, `/invoices/${subject.id}/correct`, {}))
  else if (kind !== 'delete') await movedInvoice(kontor, subject, 'cancelled')
  else assert.equal((await kontor.delete(`/invoices/${subject.id}`)).status, 204)
}

/** With gross prices, lines come to quantity × rate less the discount, tax or not, and the document to their sum. */
function assertGross({ items, total }: AnyRecord, lines: readonly RandomLine[]): void {
  const gross = lines.map((line) => centsOfLine(line).amount)
  assert.deepEqual(
    items.map(({ amount, taxAmount }: AnyRecord) => sumOfCents([amount, taxAmount])),
    gross,
  )
  assert.equal(
    cents(total),
    gross.reduce((sum, amount) => sum + amount, 0),
  )
}

/**
 * Where tax is rounded for each rate, the parts of a line need not come to its share: those of the rate do. With gross prices,
 * they come to amount and tax together.
 */
function assertLineIsInvoiced(
  line: AnyRecord,
  live: readonly AnyRecord[],
  { taxRounding, pricesIncludeTax }: AnyRecord,
) {
  const parts = live.flatMap(({ items }) => items).filter(({ orderLine }: AnyRecord) => orderLine === line.id)
  const quantity = parts.reduce((sum, part) => sum + Math.round(part.quantity * 10_000), 0)
  assert.equal(quantity, Math.round(line.quantity * 10_000))
  const partly = pricesIncludeTax ? ['amount', 'taxAmount'] : ['taxAmount']
  for (const name of FIGURES)
    if (!partly.includes(name) || taxRounding === 'line')
      assert.equal(sumOfCents(parts.map((part) => part[name])), cents(line[name]), name)
  const grossOf = (lines: readonly AnyRecord[]) => sumOfCents(lines.flatMap((one) => [one.amount, one.taxAmount]))
  if (pricesIncludeTax) assert.equal(grossOf(parts), grossOf([line]))
}

/** In cents, by rate. */
const taxesOf = (documents: readonly AnyRecord[]) =>
  [
    ...Map.groupBy(
      documents.flatMap(({ items }) => items as AnyRecord[]),
      ({ taxRate }) => taxRate,
    ),
  ]
    .map(([rate, lines]) => [rate, sumOfCents(lines.map(({ taxAmount }) => taxAmount))] as const)
    .sort(([a], [b]) => a - b)

/** The tax of a rate is that on the sum of its lines, rounded half away from zero. */
function assertTaxedByRate({ items, taxBreakdown }: AnyRecord): void {
  const bases = Map.groupBy(items as AnyRecord[], ({ taxRate }) => taxRate)
  for (const { rate, base, amount } of taxBreakdown) {
    const net = sumOfCents(bases.get(rate)!.map((line) => line.amount))
    assert.equal(cents(base), net)
    const exact = BigInt(net) * BigInt(Math.round(rate * 10_000)) // in millionths of a cent
    assert.equal(BigInt(cents(amount)), (exact + 500_000n) / 1_000_000n, `${rate} % of ${base}`)
  }
  assert.deepEqual(
    taxBreakdown.map(({ rate, amount }: AnyRecord) => [rate, cents(amount)]),
    taxesOf([{ items }]),
  )
}
