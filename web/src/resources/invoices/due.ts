import { useTranslation } from 'react-i18next'
import type { Row } from '../../api/resources.ts'
import { useToday } from '../../api/use-today.ts'
import { daysBetween } from '../documents/days-between.ts'

export interface Due {
  readonly text: string
  readonly isLate: boolean
}

/** How long there still is, or how late it is. Undefined where nothing is owed. */
export function useDue({ outstanding, dueDate, daysOverdue }: Row): Due | undefined {
  const { t } = useTranslation()
  const today = useToday()
  if (!outstanding || typeof dueDate !== 'string') return undefined
  const late = Number(daysOverdue ?? 0)
  if (late > 0) return { text: t('invoices:overdue', { count: late }), isLate: true }
  const left = daysBetween(today, dueDate)
  return { text: left > 0 ? t('invoices:dueIn', { count: left }) : t('invoices:dueToday'), isLate: false }
}
