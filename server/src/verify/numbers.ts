import type { Resource } from '../model/resource.ts'
import { deliveries } from '../resources/deliveries/deliveries.resource.ts'
import { isIssued, stageOf } from '../resources/documents/document-type.ts'
import { invoices } from '../resources/invoices/invoices.resource.ts'
import { salesOrders } from '../resources/sales-orders/sales-orders.resource.ts'
import { numberJumps } from '../resources/settings/numbering/number-jumps.resource.ts'
import type { Check, Protocol } from './check.ts'
import { NumberSet } from './number-set.ts'
import type { Snapshot } from './snapshot.ts'

interface Series {
  readonly name: string
  /** How its numbers are written; the group is the number. */
  readonly written: RegExp
  readonly last: number
  readonly seen: NumberSet
  /** Numbers that were left out on purpose, in ascending order: from the first to the one after the last. */
  readonly jumps: readonly Jump[]
}

interface Jump {
  readonly from: number
  readonly to: number
}

export const numbers: Check = {
  name: 'numbers',
  promise: 'No document number is given twice, and those of invoices have no gaps but those that were ordered.',
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
        const isDraft = stageOf(invoices, status) === 'draft'
        if (isDraft && invoiceNumber !== null) protocol.fault(id, 'It is a draft and has a number.')
        if (isIssued(invoices, status) && invoiceNumber === null) protocol.fault(id, 'It is issued and has no number.')
      }
    }
    for (const series of ofInvoices) refuseGaps(series, protocol)
    const ofDeliveries = await seriesFor(snapshot, deliveries)
    for await (const page of snapshot.pages(deliveries)) {
      protocol.looked(page.length)
      for (const { id, deliveryNumber } of page) enter(ofDeliveries, protocol, id, deliveryNumber)
    }
  },
}

/** The counters of one kind of document, each named by the kind and by the pattern that it fills. */
async function seriesFor(snapshot: Snapshot, { name: kind }: Resource): Promise<Series[]> {
  const { engine, connection } = snapshot
  const jumps = await jumpsIn(snapshot)
  const rows = await connection.query(engine.builder.selectFrom('series').select(['name', 'last']).compile())
  return rows
    .map(([name, last]) => ({ name: name as string, last: Number(last) }))
    .filter(({ name }) => name.startsWith(`${kind} `))
    .map(({ name, last }) => {
      const written = patternOf(name.slice(kind.length + 1))
      return { name, last, written, seen: new NumberSet(), jumps: jumps.get(name) ?? [] }
    })
}

async function jumpsIn({ pages }: Snapshot): Promise<ReadonlyMap<string, Jump[]>> {
  const all: (Jump & { readonly series: string })[] = []
  for await (const page of pages(numberJumps)) all.push(...page)
  return Map.groupBy(
    all.sort((a, b) => a.from - b.from),
    ({ series }) => series,
  )
}

const isSkipped = ({ jumps }: Series, number: number) => jumps.some(({ from, to }) => from <= number && number < to)

const patternOf = (pattern: string) =>
  new RegExp(
    `^${pattern
      .split('{number}')
      .map((text) => RegExp.escape(text))
      .join('(\\d+)')}$`,
  )

/** Orders that were never submitted, and deliveries, may be deleted, so only what is there is looked at. */
function enter(all: readonly Series[], protocol: Protocol, id: string, text: string): void {
  for (const series of all) {
    const { written, last, seen } = series
    const number = Number(written.exec(text)?.[1] ?? 0)
    if (number < 1 || number > last || isSkipped(series, number)) continue
    if (!seen.add(number)) protocol.fault(id, `The number ${text} was given before.`)
    return
  }
  protocol.fault(id, `The number ${text} was not given by any series.`)
}

function refuseGaps({ name, last, seen, jumps }: Series, protocol: Protocol): void {
  const given = jumps.reduce((rest, { from, to }) => rest - (to - from), last)
  if (seen.size === given) return
  const what = `${given - seen.size} of ${given} numbers are not there, the first of them ${seen.firstMissing(jumps)}.`
  protocol.fault(name, what)
}
