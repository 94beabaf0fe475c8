import { Card, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { recordQuery } from '../../api/records.ts'
import { allows, type Resource } from '../../api/resources.ts'
import { useLabels } from '../../i18n/locale.tsx'
import type { FormScreenProps } from '../../screens/customisation.ts'
import { FormScreen } from '../../screens/form/form-screen.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RecordPicker } from '../../ui/pickers/record-picker.tsx'
import { narrowed } from '../documents/narrowed.ts'
import { PartsForm } from '../documents/view/parts-window.tsx'

const CHANGEABLE = ['deliveryDate', 'notes']

/** What left the warehouse stays; a wrong delivery is deleted. */
export function DeliveryForm({ resource, id }: FormScreenProps) {
  if (!id && allows(resource, 'create')) return <NewDelivery resource={resource} />
  return <FormScreen resource={narrowed(resource, CHANGEABLE)} id={id} />
}

/** First the order, then what of it goes. */
function NewDelivery({ resource }: { resource: Resource }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { order: given = null } = useSearch({ strict: false }) as { order?: string }
  const [order, setOrder] = useState<string | null>(given)
  return (
    <>
      <PageHeader
        title={t('lists:new', { thing: labels.one(resource) })}
        trail={[{ label: labels.many(resource), href: `/${resource.path}` }]}
      />
      <Card maw={760}>
        <Stack>
          <RecordPicker
            resource="sales-orders"
            label={labels.field(resource.name, 'salesOrder')}
            required
            value={order}
            onChange={setOrder}
          />
          {order && <DeliveryParts key={order} resource={resource} order={order} />}
        </Stack>
      </Card>
    </>
  )
}

function DeliveryParts({ resource, order }: { resource: Resource; order: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data, error } = useQuery(recordQuery('sales-orders', order))
  if (error) return <ErrorPanel error={error} />
  if (!data) return <Skeleton h={160} />
  return (
    <PartsForm
      order={data.row}
      target={resource}
      path="/deliveries"
      done="deliveredQuantity"
      asked={CHANGEABLE}
      title={t('orders:deliver')}
      onClose={() => undefined}
      onMade={({ id }) => navigate({ to: `/deliveries/${id}` })}
    />
  )
}
