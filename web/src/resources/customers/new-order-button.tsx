import { IconShoppingCartPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { allows } from '../../api/resources.ts'
import { useResource } from '../../api/use-resources.tsx'
import type { PartProps } from '../../screens/customisation.ts'
import { ButtonLink } from '../../ui/links.tsx'

export function NewOrderButton({ row }: PartProps) {
  const { t } = useTranslation()
  const orders = useResource('sales-orders')
  if (!allows(orders, 'create') || row.isActive === false) return null
  return (
    <ButtonLink
      href={`/sales-orders/new?customer=${row.id}`}
      leftSection={<IconShoppingCartPlus size={16} stroke={1.6} />}
    >
      {t('records:newOrder')}
    </ButtonLink>
  )
}
