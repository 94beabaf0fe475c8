import { sumOf } from '../../model/money.ts'
import type { Invoice } from './invoices.resource.ts'

/** No invoice becomes overdue on this day. */
export const NEVER = '9999-12-31'

export const isIssued = (status: Invoice['status']) => status !== 'draft' && status !== 'cancelled'

type Payable = Pick<Invoice, 'status' | 'total' | 'amountPaid' | 'dueDate'>

/** What is outstanding, and the status and the first overdue day that follow from it. */
export function settlementOf({
  status,
  total,
  amountPaid,
  dueDate,
}: Payable): Pick<Invoice, 'status' | 'outstanding' | 'overdueFrom'> {
  if (!isIssued(status)) return { status, outstanding: 0, overdueFrom: NEVER }
  const outstanding = sumOf([total, -amountPaid])
  const paid = amountPaid > 0 ? 'partially_paid' : 'unpaid'
  return {
    status: outstanding === 0 ? 'paid' : paid,
    outstanding,
    overdueFrom: outstanding > 0 && dueDate && dueDate < NEVER ? dayAfter(dueDate) : NEVER,
  }
}

const dayAfter = (day: string) => Temporal.PlainDate.from(day).add({ days: 1 }).toString()

/** How many days past its due date. */
export const daysLate = ({ overdueFrom }: Invoice, today: string): number =>
  overdueFrom > today ? 0 : Temporal.PlainDate.from(overdueFrom).until(today, { largestUnit: 'days' }).days + 1
