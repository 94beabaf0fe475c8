import type { Amounts, Rounding, Terms } from './amounts.ts'
import type { Refusal } from './verdict.ts'

// What has happened in a small company, and nothing that follows from it: sums.ts adds up, rules.ts decides,
// views.ts says what a client sees.

export interface Kept {
  /** For people: `order 2`. */
  readonly label: string
  readonly id: string
  /** Deleted: the server must not know it any more. */
  isGone: boolean
}

export interface Item extends Kept {
  readonly code: string
  readonly type: 'Product' | 'Service' | 'Consumable'
  price: bigint
  taxRate: bigint
  isActive: boolean
  /** What stock movements have brought, less what they have taken; deliveries come on top. */
  received: bigint
  /** Whether its ledger has any entry. */
  isMoved: boolean
}

export interface Customer extends Kept {
  creditLimit: bigint | null
  isOnHold: boolean
  isActive: boolean
}

export interface Line extends Terms {
  readonly id: string
  readonly item: Item
  readonly quantity: bigint
}

export type OrderStatus = 'draft' | 'submitted' | 'on_hold' | 'closed' | 'cancelled'

export interface Order extends Kept {
  readonly number: string
  customer: Customer
  status: OrderStatus
  lines: readonly Line[]
}

export type InvoiceStatus = 'draft' | 'unpaid' | 'partially_paid' | 'paid' | 'cancelled'

/** Some of a line of an order. */
export interface Part {
  readonly line: Line
  readonly quantity: bigint
}

export interface Delivery extends Kept {
  readonly order: Order
  readonly parts: readonly Part[]
}

export interface BilledPart extends Part {
  readonly amounts: Amounts
}

export interface Invoice extends Kept {
  readonly order: Order
  /** The order may go to another customer once the invoice is voided. */
  readonly customer: Customer
  readonly parts: readonly BilledPart[]
  readonly date: string
  dueDate: string | null
  number: string | null
  /** Whether an issued one is paid follows from its payments. */
  state: 'draft' | 'issued' | 'cancelled'
}

export interface Payment extends Kept {
  readonly customer: Customer
  readonly cents: bigint
  /** In the order in which they came. */
  readonly settled: Settled[]
}

export interface Settled {
  readonly invoice: Invoice
  readonly cents: bigint
}

export type Outcome = Refusal | 'done'

export class Business {
  readonly items: Item[] = []
  readonly customers: Customer[] = []
  readonly orders: Order[] = []
  readonly deliveries: Delivery[] = []
  readonly invoices: Invoice[] = []
  readonly payments: Payment[] = []
  /** Begins every number and code, so that worlds on one server never meet. */
  readonly name: string
  readonly taxRounding: Rounding
  /** How every step so far had to end. */
  readonly outcomes: Outcome[] = []
  readonly #series = new Map<string, number>()

  constructor(name: string, taxRounding: Rounding) {
    this.name = name
    this.taxRounding = taxRounding
  }

  /** The next number of a series, which begins again every year. */
  takeNumber(kind: 'SO' | 'INV', date: string): string {
    const series = `${kind}-${this.name}-${date.slice(0, 4)}`
    const number = (this.#series.get(series) ?? 0) + 1
    this.#series.set(series, number)
    return `${series}-${String(number).padStart(5, '0')}`
  }
}

/** Patterns of numbers, as the settings want them. */
export const patternsOf = (name: string) => ({
  orderNumberPattern: `SO-${name}-{year}-{number}`,
  invoiceNumberPattern: `INV-${name}-{year}-{number}`,
})
