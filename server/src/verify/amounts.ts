import { currencyDecimals, documentAmounts, type Taxation, type Totals, totalsOf } from '../model/money.ts'
import type { AnyRecord } from '../model/resource.ts'
import type { AnyDocument, DocumentResource } from '../resources/documents/document-type.ts'
import type { PricedLine } from '../resources/documents/priced-lines.ts'
import type { Check, Protocol } from './check.ts'

interface Priced extends Totals, Taxation {
  readonly currency: string
  readonly items: readonly PricedLine[]
}
type PricedDocument = AnyDocument & Priced

export const amounts: Check = {
  name: 'amounts',
  promise: 'Every line comes to what its quantity, price, discount and tax say, and every total to its lines.',
  async run({ documents, pages }, protocol) {
    for (const resource of documents)
      if (resource.document.price)
        for await (const page of pages(resource))
          for (const document of page as readonly AnyDocument[] as readonly PricedDocument[]) {
            checkLines(resource, document, protocol)
            checkTotals(document, protocol)
          }
  },
}

function checkLines(
  resource: DocumentResource,
  { id, currency, taxRounding, pricesIncludeTax, items }: PricedDocument,
  protocol: Protocol,
): void {
  const whole = items.filter((line) => !isShare(resource, line as object as AnyRecord))
  const amounts = documentAmounts(whole, currencyDecimals(currency), taxRounding, pricesIncludeTax)
  for (const [place, right] of amounts.entries()) {
    const line = whole[place]!
    for (const name of ['discountAmount', 'amount', 'taxAmount'] as const)
      protocol.expect(id, `items[${items.indexOf(line)}].${name}`, line[name], right[name])
  }
}

/**
 * A line of an original is taken in parts; what these add up to, the check of progress knows. At prices of its own, a line comes
 * to what it says.
 */
const isShare = ({ document: { sources = [] } }: DocumentResource, line: AnyRecord): boolean =>
  sources.some(({ line: original, share }) => line[original] !== null && (!share || line[share.amount] === null))

function checkTotals(document: PricedDocument, protocol: Protocol): void {
  const { id, items } = document
  protocol.looked(items.length)
  if (items.length === 0) protocol.fault(id, 'It has no lines.')
  const right = totalsOf(items)
  for (const name of ['subtotal', 'discountTotal', 'taxTotal', 'total'] as const)
    protocol.expect(id, name, document[name], right[name])
}
