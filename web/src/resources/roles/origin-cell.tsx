import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CellProps } from '../../fields/field-kind.ts'

/** Shipped roles stay as they are; others are the company's own. */
export function OriginCell({ value }: CellProps) {
  const { t } = useTranslation()
  return value ? (
    <Badge color="gray">{t('access:roles.shipped')}</Badge>
  ) : (
    <Badge color="brand">{t('access:roles.own')}</Badge>
  )
}
