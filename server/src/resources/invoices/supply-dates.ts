import type { Context } from '../../core/action.ts'
import { sumOf } from '../../model/money.ts'
import { type Delivery, deliveries } from '../deliveries/deliveries.resource.ts'
import { isIssued } from '../documents/document-type.ts'
import { type Invoice, invoices } from './invoices.resource.ts'

type Supply = Pick<Invoice, 'supplyFrom' | 'supplyUntil'>

/**
 * From when to when the goods of an invoice were delivered. What was delivered first is invoiced first: an invoice of the second
 * part of an order tells the deliveries of that part. Nothing where none of it has been delivered.
 */
export async function supplyOf({ records }: Context, invoice: Invoice): Promise<Supply> {
  const { id, salesOrder, items, supplyFrom, supplyUntil } = invoice
  if (!salesOrder || supplyFrom) return { supplyFrom, supplyUntil }
  const done = await records.related(deliveries, 'salesOrder', [salesOrder])
  if (done.length === 0) return { supplyFrom, supplyUntil }
  const others = (await records.related(invoices, 'salesOrder', [salesOrder])).filter(
    (other) => other.id !== id && isIssued(invoices, other.status),
  )
  const days = items.flatMap(({ orderLine, quantity }) => {
    const before = sumOf(others.flatMap((other) => quantitiesOf(other.items, orderLine)))
    return daysOf(done, orderLine!, before, sumOf([before, quantity]))
  })
  const [first = null, ...rest] = days.sort()
  const last = rest.at(-1) ?? first
  return { supplyFrom: first, supplyUntil: last === first ? null : last }
}

const quantitiesOf = (lines: Invoice['items'], orderLine: string | null) =>
  lines.filter((line) => line.orderLine === orderLine).map(({ quantity }) => quantity)

/** The days on which the part of an order line between two quantities was delivered. */
function daysOf(done: readonly Delivery[], line: string, from: number, to: number): string[] {
  let reached = 0
  return done.toSorted(byDay).flatMap(({ deliveryDate, items }) => {
    const start = reached
    reached = sumOf([reached, ...items.filter((item) => item.line === line).map(({ quantity }) => quantity)])
    return start < to && reached > from && reached > start ? [deliveryDate] : []
  })
}

const byDay = (a: Delivery, b: Delivery) =>
  a.deliveryDate < b.deliveryDate || (a.deliveryDate === b.deliveryDate && a.id < b.id) ? -1 : 1
