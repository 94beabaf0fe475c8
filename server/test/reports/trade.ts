// A year of random trade, and its sums, added up independently of the server.
import assert from 'node:assert/strict'
import { SeededRandom } from '../../src/demo/sized/seeded-random.ts'
import { directInvoice, movedInvoice } from '../support/invoicing.ts'
import type { Kontor } from '../support/kontor.ts'
import { create, createCustomer, createItem } from '../support/records.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape.
type AnyRecord = any

export interface Trade {
  readonly invoices: readonly AnyRecord[]
  readonly payments: readonly AnyRecord[]
}

const RATES = [0.01, 9.99, 19.5, 82.5, 1234.56, 3.3333]
const FATES = ['draft', 'cancelled', 'unpaid', 'unpaid', 'part', 'part', 'paid'] as const

export const dayAfter = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString()

/** Invoices with dates on either side of a day, in every state that there is. */
export async function tradeAround(kontor: Kontor, day: string, count: number): Promise<Trade> {
  const random = new SeededRandom(7, 1)
  const item = await createItem(kontor)
  const customers = [await createCustomer(kontor), await createCustomer(kontor), await createCustomer(kontor)]
  const payments: AnyRecord[] = []
  for (let made = 0; made < count; made++) {
    const fate = random.one(FATES)
    const invoiceDate = dayAfter(day, random.below(400) - 380)
    const invoice = await directInvoice(
      kontor,
      [{ item: item.id, quantity: 1 + random.below(7), rate: random.one(RATES), taxRate: random.one([0, 7, 19]) }],
      {
        customer: random.one(customers),
        invoiceDate,
        dueDate: dayAfter(invoiceDate, random.below(60)),
        draft: fate === 'draft',
      },
    )
    if (fate === 'cancelled') await movedInvoice(kontor, invoice, 'cancelled')
    const amount = fate === 'paid' ? invoice.total : fate === 'part' ? Math.floor(invoice.total) : 0
    if (amount > 0)
      payments.push(
        await create(kontor, '/payments', {
          invoice: invoice.id,
          amount,
          paymentDate: dayAfter(invoiceDate, random.below(90)),
        }),
      )
  }
  const { body, status, text } = await kontor.get('/invoices?perPage=100')
  assert.equal(status, 200, text)
  assert.equal(body.meta.total, count)
  return { invoices: body.data, payments }
}

/** Exact: in ten-thousandths. */
export const sum = (records: readonly AnyRecord[], amountOf: (record: AnyRecord) => number): number =>
  records.reduce((total, record) => total + Math.round(amountOf(record) * 10_000), 0) / 10_000

export const isIssued = ({ status }: AnyRecord) => status !== 'draft' && status !== 'cancelled'
export const isWithin = (day: string, from: string, to: string) => day >= from && day <= to
