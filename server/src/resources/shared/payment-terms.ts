export interface DueDate {
  readonly dueDate: string
  /** False: the terms were not understood, and the due date is the invoice date. */
  readonly isUnderstood: boolean
}

/** Ten years. A longer wait is a slip of the pen. */
const DAYS_MAX = 3650
const DAY_MS = 86_400_000
const LAST_DATE = Date.parse('9999-12-31')
const ISO_DATE = 'YYYY-MM-DD'.length

// The words and patterns meet terms in lower case and without spaces, as `squeeze` leaves them.
const AT_ONCE: ReadonlyMap<string, AtOnce> = new Map([
  ...['dueonreceipt', 'dueuponreceipt', 'immediate', 'immediately', 'dueimmediately'].map(
    (word) => [word, 'receipt'] as const,
  ),
  ...['cod', 'c.o.d.', 'cashondelivery'].map((word) => [word, 'delivery'] as const),
  ...['prepaid', 'prepayment', 'advance', 'inadvance', 'cashinadvance'].map((word) => [word, 'advance'] as const),
])
const NET = /^(?:(?<percent>\d+(?:\.\d+)?)%?\/(?<within>\d+),?)?net(?<net>\d+)(?:days?)?$|^(?<days>\d+)days?(?:net)?$/
const END_OF_MONTH = /^(?:eom|endofmonth)(?:\+(?<after>\d+)(?:days?)?)?$|^(?:net)?(?<days>\d+)(?:days?)?eom$/

/** A space between two digits stays: "Net 3 0" is not thirty days. */
const squeeze = (terms: string) => terms.toLowerCase().replace(/(?<!\d)\s+|\s+(?!\d)/g, '')

type AtOnce = 'receipt' | 'delivery' | 'advance'

/** What terms say, as far as they can be read. */
export type Terms =
  | { readonly due: AtOnce }
  | { readonly due: 'after'; readonly days: number; readonly discount?: EarlyPayment }
  | { readonly due: 'month'; readonly days: number }

export interface EarlyPayment {
  readonly percent: number
  readonly days: number
}

/** Undefined: there are none, or they say nothing that can be read. */
export function readTerms(terms: string | null): Terms | undefined {
  const squeezed = squeeze(terms ?? '')
  const due = AT_ONCE.get(squeezed)
  if (due) return { due }
  const { net, days, percent, within } = NET.exec(squeezed)?.groups ?? {}
  const count = net ?? days
  if (count !== undefined) {
    const discount = percent === undefined ? {} : { discount: { percent: Number(percent), days: Number(within) } }
    return { due: 'after', days: Number(count), ...discount }
  }
  const monthly = END_OF_MONTH.exec(squeezed)?.groups
  return monthly && { due: 'month', days: Number(monthly.after ?? monthly.days ?? 0) }
}

const endOfMonth = (date: number) => new Date(date).setUTCMonth(new Date(date).getUTCMonth() + 1, 0)

/** From which day how many days are counted, or undefined if the terms say nothing that can be read. */
function countOf(invoiceDate: number, terms: string | null): { from: number; days: number } | undefined {
  const read = readTerms(terms)
  if (!read) return squeeze(terms ?? '') === '' ? { from: invoiceDate, days: 0 } : undefined
  if (read.due === 'after') return { from: invoiceDate, days: read.days }
  return read.due === 'month' ? { from: endOfMonth(invoiceDate), days: read.days } : { from: invoiceDate, days: 0 }
}

/**
 * When an invoice of that date falls due. Discounts for early payment, as in "2/10 Net 30", are read over. The web
 * interface runs the same code, in browsers that may not have Temporal yet.
 */
export function dueDateOf(invoiceDate: string, terms: string | null): DueDate {
  const unreadable = { dueDate: invoiceDate, isUnderstood: false }
  const count = countOf(Date.parse(invoiceDate), terms)
  if (!count || count.days > DAYS_MAX) return unreadable
  const dueDate = count.from + count.days * DAY_MS
  if (dueDate > LAST_DATE) return unreadable
  return { dueDate: new Date(dueDate).toISOString().slice(0, ISO_DATE), isUnderstood: true }
}
