import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../i18n/locale.tsx'
import { Panel } from '../screens/record/panel.tsx'
import { lowStockQuery } from './reports.ts'
import { ShareBar } from './share-bar.tsx'

/** Items to be reordered, the scarcest first. */
export function LowStockPanel() {
  const { t } = useTranslation()
  const format = useFormat()
  const { data } = useQuery(lowStockQuery)
  return (
    <Panel title={t('dashboard:lowStock')}>
      {!data && <Skeleton h={180} />}
      {data?.items?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('dashboard:enoughOfAll')}
        </Text>
      )}
      {data?.items?.map(({ id, itemName, uom, availableStock, reorderLevel }) => (
        <ShareBar
          key={id}
          name={itemName}
          figure={`${format.number(availableStock)} / ${format.number(reorderLevel)} ${uom}`}
          share={Math.max(0, Math.min(1, availableStock / reorderLevel))}
          colour="orange"
          href={`/items/${id}`}
        />
      ))}
    </Panel>
  )
}
