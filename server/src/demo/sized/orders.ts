import type { Customer } from '../../resources/customers/customers.resource.ts'
import { documentTotals, pricedLines } from '../../resources/documents/priced-lines.ts'
import { progressOf } from '../../resources/documents/references/progress.ts'
import type { Item } from '../../resources/items/items.resource.ts'
import { type OrderLine, type SalesOrder, salesOrders } from '../../resources/sales-orders/sales-orders.resource.ts'
import { dayIn } from '../../resources/settings/settings.operations.ts'
import type { Settings } from '../../resources/settings/settings.resource.ts'
import { daysAfter } from './calendar.ts'
import { SeededRandom } from './seeded-random.ts'

const SEED = 3
/** How many lines an order has: five on average. */
const LINE_COUNTS = [1, 2, 3, 4, 5, 5, 6, 6, 7, 8, 8]
const QUANTITIES = [1, 1, 2, 2, 3, 4, 5, 6, 8, 10, 12, 20, 25, 50, 100]
const DISCOUNTS = [0, 0, 0, 0, 0, 0, 5, 10, 15]
const DELIVERY_DAYS = [2, 3, 5, 7, 7, 10, 14, 21]
const NOTES = [
  'Deliver to the back door.',
  'Call before delivery.',
  'Partial delivery is fine.',
  'No substitutes, please.',
]
const NOTED_PERCENT = 10

/** The items and customers of the orders. */
export interface SeedContext {
  readonly goods: readonly Item[]
  readonly goodsById: ReadonlyMap<string, Item>
  readonly buyers: readonly Customer[]
  readonly settings: Settings
  /** Of the company's currency. */
  readonly decimals: number
}

export type NewOrder = Omit<
  SalesOrder,
  | 'id'
  | 'updatedAt'
  | 'createdBy'
  | 'version'
  | 'orderNumber'
  | 'expectedTotal'
  | 'taxBreakdown'
  | 'invoices'
  | 'allowedTransitions'
>

/** The draft of this number, but for what it is called: the same in every run on the same goods and customers. */
export function orderAt(number: number, createdAt: string, context: SeedContext): NewOrder {
  const { goods, goodsById, buyers, settings, decimals } = context
  const random = new SeededRandom(SEED, number)
  const { currency, timeZone, taxRounding, pricesIncludeTax } = settings
  const customer = random.one(buyers)
  const drawn = Array.from({ length: random.one(LINE_COUNTS) }, () => lineOf(random.one(goods), random))
  const orderDate = dayIn(timeZone, createdAt)
  const items = pricedLines(drawn, [], goodsById, {
    document: salesOrders,
    party: customer.id,
    date: orderDate,
    decimals,
    taxRounding,
    pricesIncludeTax,
  })
  return {
    customer: customer.id,
    quotation: null,
    customerName: customer.name,
    orderDate,
    deliveryDate: daysAfter(orderDate, random.one(DELIVERY_DAYS)),
    status: 'draft',
    ...(progressOf(salesOrders.document, items) as Pick<SalesOrder, 'deliveryStatus' | 'invoiceStatus'>),
    items,
    ...documentTotals(items),
    currency,
    taxRounding,
    pricesIncludeTax,
    paymentTerms: customer.paymentTerms,
    notes: random.percent(NOTED_PERCENT) ? random.one(NOTES) : null,
    issuedTotal: 0,
    uninvoicedAmount: 0, // drafts do not count against the customer's credit
    createdAt,
  }
}

/** What was ordered; the rest is copied from the item, as on any order. */
const lineOf = ({ id, sellingPrice, taxRate }: Item, random: SeededRandom): OrderLine =>
  ({
    kind: 'item',
    item: id,
    description: null,
    quantity: random.one(QUANTITIES),
    rate: sellingPrice,
    discount: random.one(DISCOUNTS),
    taxRate,
    deliveredQuantity: 0,
    invoicedQuantity: 0,
    billedDiscount: 0,
    billedAmount: 0,
    billedTax: 0,
  }) as OrderLine
