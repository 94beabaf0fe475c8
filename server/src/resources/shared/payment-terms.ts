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
const AT_ONCE: ReadonlySet<string> = new Set([
  '',
  'dueonreceipt',
  'dueuponreceipt',
  'cod',
  'c.o.d.',
  'cashondelivery',
  'prepaid',
  'prepayment',
  'advance',
  'inadvance',
  'cashinadvance',
  'immediate',
  'immediately',
  'dueimmediately',
])
const NET = /^(?:\d+(?:\.\d+)?%?\/\d+,?)?net(\d+)(?:days?)?$|^(\d+)days?(?:net)?$/
const END_OF_MONTH = /^(?:eom|endofmonth)(?:\+(\d+)(?:days?)?)?$|^(?:net)?(\d+)(?:days?)?eom$/

/** A space between two digits stays: "Net 3 0" is not thirty days. */
const squeeze = (terms: string) => terms.toLowerCase().replace(/(?<!\d)\s+|\s+(?!\d)/g, '')

const daysOf = ([, first, second]: RegExpExecArray) => Number(first ?? second ?? 0)

const endOfMonth = (date: number) => new Date(date).setUTCMonth(new Date(date).getUTCMonth() + 1, 0)

/** From which day how many days are counted, or undefined if the terms say nothing that can be read. */
function countOf(invoiceDate: number, terms: string): { from: number; days: number } | undefined {
  if (AT_ONCE.has(terms)) return { from: invoiceDate, days: 0 }
  const net = NET.exec(terms)
  if (net) return { from: invoiceDate, days: daysOf(net) }
  const monthly = END_OF_MONTH.exec(terms)
  return monthly ? { from: endOfMonth(invoiceDate), days: daysOf(monthly) } : undefined
}

/**
 * When an invoice of that date falls due. Discounts for early payment, as in "2/10 Net 30", are read over. The web
 * interface runs the same code, in browsers that may not have Temporal yet.
 */
export function dueDateOf(invoiceDate: string, terms: string | null): DueDate {
  const unreadable = { dueDate: invoiceDate, isUnderstood: false }
  const count = countOf(Date.parse(invoiceDate), squeeze(terms ?? ''))
  if (!count || count.days > DAYS_MAX) return unreadable
  const dueDate = count.from + count.days * DAY_MS
  if (dueDate > LAST_DATE) return unreadable
  return { dueDate: new Date(dueDate).toISOString().slice(0, ISO_DATE), isUnderstood: true }
}
