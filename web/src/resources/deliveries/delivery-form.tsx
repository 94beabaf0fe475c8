import { Card, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { permittedIn } from '../../api/permitted.ts'
import { recordQuery } from '../../api/records.ts'
import { allows, type Resource } from '../../api/resources.ts'
import { useResource } from '../../api/use-resources.tsx'
import { useLabels } from '../../i18n/locale.tsx'
import type { FormScreenProps } from '../../screens/customisation.ts'
import { FormScreen } from '../../screens/form/form-screen.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RecordPicker } from '../../ui/pickers/record-picker.tsx'
import { Refusal } from '../../ui/refusal.tsx'
import { PartsForm } from '../documents/view/parts-window.tsx'

const ASKED = ['deliveryDate', 'notes']

/** A new delivery begins with its order. */
export function DeliveryForm({ resource, id }: FormScreenProps) {
  if (!id && allows(resource, 'create')) return <NewDelivery resource={resource} />
  return <FormScreen resource={resource} id={id} />
}

/** First the order, then what of it goes. */
function NewDelivery({ resource }: { resource: Resource }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { order: given = null } = useSearch({ strict: false }) as { order?: string }
  const [order, setOrder] = useState<string | null>(given)
  // What is delivered or not agreed yet is not offered; a link may still lead to it, and is told why.
  const filter = useResource('sales-orders')?.listViews?.find(({ name }) => name === 'to-deliver')?.query
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
            autoFocus={!given}
            {...(filter && { narrowing: { filter } })}
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
  const { allowed, reason } = permittedIn(data.row).actions['deliveries.create'] ?? {}
  if (!allowed) return <Refusal reason={reason} />
  return (
    <PartsForm
      order={data.row}
      target={resource}
      path="/deliveries"
      done="deliveredQuantity"
      asked={ASKED}
      title={t('orders:deliver')}
      onClose={() => navigate({ to: `/${resource.path}` })}
      onMade={({ id }) => navigate({ to: `/${resource.path}/${id}` })}
    />
  )
}
