import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CellProps } from '../../fields/field-kind.ts'

/** Highlights overdue invoices in a list; empty if nothing is overdue. */
export function OverdueCell({ value }: CellProps) {
  const { t } = useTranslation()
  const days = Number(value ?? 0)
  return days > 0 ? (
    <Badge color="red" fz="0.75rem">
      {t('invoices:days', { count: days })}
    </Badge>
  ) : null
}
