import { Pagination, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PartProps } from '../../screens/customisation.ts'
import { Panel } from '../../screens/record/panel.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { deliveriesQuery } from './deliveries-query.ts'
import { DeliveryRow } from './delivery-row.tsx'
import classes from './webhooks.module.css'

/** What was sent, newest first; each opens to its attempts and its content. */
export function DeliveriesPanel({ row }: PartProps) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(deliveriesQuery(row.id, page))
  if (error && !data) return <ErrorPanel error={error} retry={refetch} />
  if (!data) return <Skeleton h={240} />
  const { deliveries, meta } = data
  return (
    <Panel title={t('webhooks:deliveries')}>
      {deliveries.length === 0 && <Text c="dimmed">{t('webhooks:nothingSent')}</Text>}
      <ul className={classes.deliveries}>
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} />
        ))}
      </ul>
      {(meta.totalPages ?? 1) > 1 && (
        <Pagination mt="lg" size="sm" total={meta.totalPages!} value={page} onChange={setPage} />
      )}
    </Panel>
  )
}
