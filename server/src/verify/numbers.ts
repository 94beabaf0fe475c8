import type { Resource } from '../model/resource.ts'
import { isIssued } from '../resources/invoices/invoice-state.ts'
import { invoices } from '../resources/invoices/invoices.resource.ts'
import { salesOrders } from '../resources/sales-orders/sales-orders.resource.ts'
import type { Check, Protocol } from './check.ts'
import { NumberSet } from './number-set.ts'
import type { Snapshot } from './snapshot.ts'

interface Series {
  readonly name: string
  /** How its numbers are written; the group is the number. */
  readonly written: RegExp
  readonly last: number
  readonly seen: NumberSet
}

export const numbers: Check = {
  name: 'numbers',
  promise: 'No document number is given twice, and those of invoices have no gaps.',
  async run(snapshot, protocol) {
    const ofOrders = await seriesFor(snapshot, salesOrders)
    for await (const page of snapshot.pages(salesOrders)) {
      protocol.looked(page.length)
      for (const { id, orderNumber } of page) enter(ofOrders, protocol, id, orderNumber)
    }
    const ofInvoices = await seriesFor(snapshot, invoices)
    for await (const page of snapshot.pages(invoices)) {
      protocol.looked(page.length)
      for (const { id, invoiceNumber, status } of page) {
        if (invoiceNumber !== null) enter(ofInvoices, protocol, id, invoiceNumber)
        if (status === 'draft' && invoiceNumber !== null) protocol.fault(id, 'It is a draft and has a number.')
        if (isIssued(status) && invoiceNumber === null) protocol.fault(id, 'It is issued and has no number.')
      }
    }
    for (const series of ofInvoices) refuseGaps(series, protocol)
  },
}

/** The counters of one kind of document, each named by the kind and by the pattern that it fills. */
async function seriesFor({ engine, connection }: Snapshot, { name: kind }: Resource): Promise<Series[]> {
  const rows = await connection.query(engine.builder.selectFrom('series').select(['name', 'last']).compile())
  return rows
    .map(([name, last]) => ({ name: name as string, last: Number(last) }))
    .filter(({ name }) => name.startsWith(`${kind} `))
    .map(({ name, last }) => ({ name, last, written: patternOf(name.slice(kind.length + 1)), seen: new NumberSet() }))
}

const patternOf = (pattern: string) =>
  new RegExp(
    `^${pattern
      .split('{number}')
      .map((text) => RegExp.escape(text))
      .join('(\\d+)')}$`,
  )

/** Orders that were never submitted may be deleted, so only what is there is looked at. */
function enter(all: readonly Series[], protocol: Protocol, id: string, text: string): void {
  for (const { written, last, seen } of all) {
    const number = Number(written.exec(text)?.[1] ?? 0)
    if (number < 1 || number > last) continue
    if (!seen.add(number)) protocol.fault(id, `The number ${text} was given before.`)
    return
  }
  protocol.fault(id, `The number ${text} was not given by any series.`)
}

function refuseGaps({ name, last, seen }: Series, protocol: Protocol): void {
  if (seen.size === last) return
  const what = `${last - seen.size} of ${last} numbers are not there, the first of them ${seen.firstMissing()}.`
  protocol.fault(name, what)
}
