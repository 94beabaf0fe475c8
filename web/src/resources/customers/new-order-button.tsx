import { IconShoppingCartPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { permits } from '../../api/permitted.ts'
import type { PartProps } from '../../screens/customisation.ts'
import { ButtonLink } from '../../ui/links.tsx'

export function NewOrderButton({ row }: PartProps) {
  const { t } = useTranslation()
  if (!permits(row, 'sales-orders.create')) return null
  return (
    <ButtonLink
      href={`/sales-orders/new?customer=${row.id}`}
      leftSection={<IconShoppingCartPlus size={16} stroke={1.6} />}
    >
      {t('records:newOrder')}
    </ButtonLink>
  )
}
