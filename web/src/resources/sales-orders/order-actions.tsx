import { Button } from '@mantine/core'
import { IconFileInvoice, IconTruckDelivery } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { permits } from '../../api/permitted.ts'
import type { Resource, Row } from '../../api/resources.ts'
import { nextStatus } from '../../api/stages.ts'
import { useResource } from '../../api/use-resources.tsx'
import type { PartProps } from '../../screens/customisation.ts'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { DocumentActions } from '../documents/view/document-actions.tsx'
import { PartsWindow } from '../documents/view/parts-window.tsx'

/** What can be done with an order now; the usual next step stands out. */
export function OrderActions({ resource, row }: PartProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<'invoice' | 'delivery'>()
  const invoices = useResource('invoices')
  const deliveries = useResource('deliveries')
  const canInvoice = invoices !== undefined && permits(row, 'invoices.create-from-order')
  const canDeliver = deliveries !== undefined && permits(row, 'deliveries.create')
  useShortcuts([
    ...(canInvoice ? [{ keys: 'i', label: t('orders:invoice'), run: () => setOpened('invoice') }] : []),
    ...(canDeliver ? [{ keys: 'd', label: t('orders:deliver'), run: () => setOpened('delivery') }] : []),
  ])
  return (
    <DocumentActions resource={resource} row={row}>
      {canDeliver && (
        <Button
          variant="default"
          leftSection={<IconTruckDelivery size={16} stroke={1.6} />}
          onClick={() => setOpened('delivery')}
        >
          {t('orders:deliver')}
        </Button>
      )}
      {canInvoice && (
        <Button
          // Invoicing also submits a draft, but usually it is submitted first.
          variant={nextStatus(resource, row.status) ? 'default' : 'filled'}
          leftSection={<IconFileInvoice size={16} stroke={1.6} />}
          onClick={() => setOpened('invoice')}
        >
          {t('orders:invoice')}
        </Button>
      )}
      {opened === 'invoice' && <InvoiceWindow target={invoices!} order={row} onClose={() => setOpened(undefined)} />}
      {opened === 'delivery' && (
        <DeliveryWindow target={deliveries!} order={row} onClose={() => setOpened(undefined)} />
      )}
    </DocumentActions>
  )
}

interface WindowProps {
  readonly target: Resource
  readonly order: Row
  readonly onClose: () => void
}

function InvoiceWindow(props: WindowProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <PartsWindow
      {...props}
      path="/invoices/from-order"
      done="invoicedQuantity"
      asked={['invoiceDate', 'dueDate']}
      title={t('orders:invoice')}
      canBeDraft
      onMade={({ id }) => navigate({ to: `/invoices/${id}` })}
    />
  )
}

function DeliveryWindow(props: WindowProps) {
  const { t } = useTranslation()
  return (
    <PartsWindow
      {...props}
      path="/deliveries"
      done="deliveredQuantity"
      asked={['deliveryDate', 'notes']}
      title={t('orders:deliver')}
      onMade={() => undefined}
    />
  )
}
