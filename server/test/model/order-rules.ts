import { amountsOf } from './amounts.ts'
import type { Business, Customer, Line, Order, OrderStatus } from './business.ts'
import { billed, billedAt, claim, delivered, exposure, isOpen, liveInvoices } from './sums.ts'
import type { Verdict } from './verdict.ts'

type Guard = (business: Business, order: Order) => Verdict

const everythingActive: Guard = (_, { customer, lines }) =>
  customer.isActive && lines.every(({ item }) => item.isActive) ? undefined : 'INACTIVE_REFERENCE'

const notOnCreditHold: Guard = (_, { customer }) => (customer.isOnHold ? 'CUSTOMER_ON_HOLD' : undefined)

const withinCredit: Guard = (business, order) => {
  const value = claim(business, order)
  const others = exposure(business, order.customer) - (isOpen(order) ? value : 0n)
  return creditVerdict(order.customer, others, value)
}

const noInvoice: Guard = (business, order) =>
  liveInvoices(business, order).length > 0 ? 'INVALID_STATUS_TRANSITION' : undefined

const noDelivery: Guard = (business, { lines }) =>
  lines.some((line) => delivered(business, line) > 0n) ? 'INVALID_STATUS_TRANSITION' : undefined

const untouched = [noInvoice, noDelivery]
const creditCheck = [notOnCreditHold, withinCredit]

type Moves = { readonly [to in OrderStatus]?: readonly Guard[] }

/** The table of the product: what may follow what, under which conditions. */
export const orderMoves: { readonly [from in OrderStatus]: Moves } = {
  draft: { submitted: [everythingActive, ...creditCheck], cancelled: [] },
  submitted: { draft: untouched, on_hold: [], cancelled: untouched, closed: [] },
  on_hold: { submitted: creditCheck, cancelled: untouched, closed: [] },
  closed: { submitted: creditCheck },
  cancelled: {},
}

export function moveVerdict(business: Business, order: Order, to: OrderStatus, isCreditOverridden = false): Verdict {
  if (order.isGone) return 'NOT_FOUND'
  if (order.status === to) return undefined
  const guards = orderMoves[order.status][to]
  if (!guards) return 'INVALID_STATUS_TRANSITION'
  const asked = guards.filter((guard) => guard !== withinCredit || !isCreditOverridden)
  return asked.map((guard) => guard(business, order)).find((verdict) => verdict !== undefined)
}

/** No limit, or one of 0, bears anything; so does any limit what adds nothing. */
function creditVerdict({ creditLimit }: Customer, open: bigint, more: bigint): Verdict {
  if (!creditLimit || more === 0n || open + more <= creditLimit) return undefined
  return 'CREDIT_LIMIT_EXCEEDED'
}

type Content = Pick<Order, 'customer' | 'lines'>

const namesGoneItem = ({ lines }: Content) => lines.some(({ item }) => item.isGone)
const hasInactiveItem = ({ lines }: Content) => lines.some(({ item }) => !item.isActive)
const itemsOf = ({ lines }: Content) => lines.map(({ item }) => item.id).join()

/** A new order. */
export function creationVerdict(content: Content, isAsExpected: boolean, isTimely: boolean): Verdict {
  if (content.customer.isGone || namesGoneItem(content)) return 'VALIDATION_ERROR'
  if (hasInactiveItem(content)) return 'INACTIVE_REFERENCE'
  if (!isAsExpected) return 'TOTAL_MISMATCH'
  if (!content.customer.isActive) return 'INACTIVE_REFERENCE'
  return isTimely ? undefined : 'VALIDATION_ERROR'
}

/** Other lines, and perhaps another customer: only a draft bears that. */
export function rewritingVerdict(order: Order, content: Content): Verdict {
  const isOther = order.customer !== content.customer
  if ((isOther && content.customer.isGone) || namesGoneItem(content)) return 'VALIDATION_ERROR'
  if (order.isGone) return 'NOT_FOUND'
  if (itemsOf(order) !== itemsOf(content) && hasInactiveItem(content)) return 'INACTIVE_REFERENCE'
  if (isOther && !content.customer.isActive) return 'INACTIVE_REFERENCE'
  return order.status === 'draft' ? undefined : 'DOCUMENT_LOCKED'
}

/** Other quantities on the same lines: never below what is delivered or invoiced. */
export function quantityVerdict(business: Business, order: Order, lines: readonly Line[]): Verdict {
  if (lines.some(({ quantity, item }) => quantity <= 0n || item.isGone)) return 'VALIDATION_ERROR'
  if (order.isGone) return 'NOT_FOUND'
  if (lines.some((line) => line.quantity < leastQuantity(business, line))) return 'VALIDATION_ERROR'
  if (!lines.every((line) => bearsItsInvoices(business, line))) return 'VALIDATION_ERROR'
  if (!lines.every(({ taxRate }) => bearsItsTax(business, lines, taxRate))) return 'VALIDATION_ERROR'
  const isChanged = lines.some(({ quantity }, index) => quantity !== order.lines[index]!.quantity)
  if (isChanged && order.status !== 'draft' && order.status !== 'submitted') return 'DOCUMENT_LOCKED'
  return isOpen(order) ? growthVerdict(business, order, lines) : undefined
}

export function leastQuantity(business: Business, line: Line): bigint {
  const [out, invoiced] = [delivered(business, line), billed(business, line).quantity]
  return out > invoiced ? out : invoiced
}

/** The invoices of a line never come to more than the line, and to exactly as much once all of it is invoiced. */
function bearsItsInvoices(business: Business, line: Line): boolean {
  const { quantity, amounts } = billed(business, line)
  const whole = amountsOf(line.quantity, line)
  const isWhole = quantity === line.quantity
  const names = ['discount', 'net', ...(business.taxRounding === 'line' ? (['tax'] as const) : [])] as const
  return names.every((name) => (isWhole ? amounts[name] === whole[name] : amounts[name] <= whole[name]))
}

/** Where tax is rounded for each rate, the same holds of the tax of all lines of a rate. */
function bearsItsTax(business: Business, lines: readonly Line[], rate: bigint): boolean {
  if (business.taxRounding === 'line') return true
  const { isAll, whole, tax } = billedAt(business, { lines }, rate)
  return isAll ? tax === whole : tax <= whole
}

function growthVerdict(business: Business, order: Order, lines: readonly Line[]): Verdict {
  const [before, after] = [claim(business, order), claim(business, { ...order, lines })]
  if (after <= before) return undefined
  if (order.customer.isOnHold) return 'CUSTOMER_ON_HOLD'
  return creditVerdict(order.customer, exposure(business, order.customer) - before, after)
}

export function orderDeletionVerdict(business: Business, order: Order): Verdict {
  if (order.isGone) return 'NOT_FOUND'
  if (order.status !== 'draft' && order.status !== 'cancelled') return 'DOCUMENT_LOCKED'
  // What is left of its invoices is voided, and still names it.
  return business.invoices.some((invoice) => invoice.order === order && !invoice.isGone) ? 'RESOURCE_IN_USE' : undefined
}
