import { sumOf } from '../../../model/money.ts'
import type { AnyRecord } from '../../../model/resource.ts'
import { isIssued, type OpenItemResource } from '../document-type.ts'

/** No open item becomes overdue on this day. */
export const NEVER = '9999-12-31'

/** What follows from what is allocated to an open item. */
export interface Settlement {
  readonly status: string
  readonly outstanding: number
  readonly overdueFrom: string
}

/** What is outstanding, and the status and the first overdue day that follow from it. */
export function settlementOf(resource: OpenItemResource, item: AnyRecord): Settlement {
  const { status, total, dueDate } = item as { status: string; total: number; dueDate?: string | null }
  if (!isIssued(resource, status)) return { status, outstanding: 0, overdueFrom: NEVER }
  const { statuses } = resource.document.openItem
  const allocated = allocatedTo(resource, item)
  const outstanding = sumOf([total, -allocated])
  return {
    status: outstanding === 0 ? statuses.settled : allocated > 0 ? statuses.partly : statuses.open,
    outstanding,
    overdueFrom: outstanding > 0 && dueDate && dueDate < NEVER ? dayAfter(dueDate) : NEVER,
  }
}

/** Of whatever kind. */
export const allocatedTo = ({ document }: OpenItemResource, item: AnyRecord): number =>
  sumOf(Object.values(document.openItem.settledBy).map(({ field }) => item[field] as number))

const dayAfter = (day: string) => Temporal.PlainDate.from(day).add({ days: 1 }).toString()

/** How many days past its due date. */
export const daysLate = (overdueFrom: string, today: string): number =>
  overdueFrom > today ? 0 : Temporal.PlainDate.from(overdueFrom).until(today, { largestUnit: 'days' }).days + 1
