/** Half a year of business, derived from a few numbers: the same company every time, with dates relative to today. */

export interface Deal {
  /** Which customer and items, as places in their lists. */
  readonly customer: number
  readonly lines: readonly { readonly item: number; readonly quantity: number; readonly discount: number }[]
  readonly daysAgo: number
  readonly progress: Progress
}

/** How far an order has come. */
export type Progress =
  | 'draft'
  | 'submitted'
  | 'part_delivered'
  | 'delivered'
  | 'invoiced'
  | 'part_paid'
  | 'paid'
  | 'cancelled'

const DEALS = 72
const DAYS_BETWEEN = 2.5

/** Old orders are paid, except for a few overdue ones. New orders are still in progress. */
function progressOf(index: number, daysAgo: number): Progress {
  if (index % 17 === 5) return 'cancelled'
  if (daysAgo > 60) return index % 9 === 4 ? 'invoiced' : index % 11 === 7 ? 'part_paid' : 'paid'
  if (daysAgo > 25) return index % 3 === 0 ? 'part_paid' : index % 2 === 0 ? 'paid' : 'invoiced'
  if (daysAgo > 12) return index % 2 === 0 ? 'invoiced' : 'delivered'
  if (daysAgo > 5) return index % 2 === 0 ? 'part_delivered' : 'submitted'
  return index % 2 === 0 ? 'draft' : 'submitted'
}

export function demoDeals(customers: number, items: number): Deal[] {
  return Array.from({ length: DEALS }, (_, index) => {
    const daysAgo = Math.round((DEALS - 1 - index) * DAYS_BETWEEN)
    const lines = Array.from({ length: 1 + (index % 4) }, (_line, place) => ({
      item: (index * 13 + place * 29) % items,
      quantity: 1 + ((index * 7 + place * 5) % 12),
      discount: index % 6 === 0 && place === 0 ? 10 : 0,
    }))
    return { customer: (index * 5) % customers, lines, daysAgo, progress: progressOf(index, daysAgo) }
  })
}

/** How far a quotation has come; an expired one waits for an answer, and a converted one is an order by now. */
export type Answered = 'draft' | 'sent' | 'expired' | 'accepted' | 'rejected' | 'converted'

export interface Offer extends Pick<Deal, 'customer' | 'lines' | 'daysAgo'> {
  readonly progress: Answered
}

const OFFERS: readonly (readonly [Answered, daysAgo: number])[] = [
  ['rejected', 58],
  ['expired', 47],
  ['converted', 30],
  ['accepted', 16],
  ['sent', 9],
  ['converted', 6],
  ['sent', 3],
  ['draft', 0],
]

/** What customers were offered lately: larger quantities than they order otherwise. */
export const demoOffers = (customers: number, items: number): Offer[] =>
  OFFERS.map(([progress, daysAgo], index) => ({
    customer: (index * 7 + 2) % customers,
    lines: Array.from({ length: 2 + (index % 3) }, (_line, place) => ({
      item: (index * 17 + place * 31) % items,
      quantity: 6 + ((index * 5 + place * 7) % 14),
      discount: place === 0 ? 5 : 0,
    })),
    daysAgo,
    progress,
  }))

/** The initial stock. */
export const openingStock = (reorderLevel: number): number => reorderLevel * 2 + 60

/** Some items have run low by today. */
export const isLow = (place: number): boolean => place % 10 === 3
