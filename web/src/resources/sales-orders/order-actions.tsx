import { Button } from '@mantine/core'
import { IconFileInvoice, IconTruckDelivery } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { permits, transitionTo } from '../../api/permitted.ts'
import type { Resource, Row } from '../../api/resources.ts'
import { useResource } from '../../api/use-resources.tsx'
import type { PartProps } from '../../screens/customisation.ts'
import { EditButton } from '../../screens/record/record-actions.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { DocumentMenu } from '../documents/view/document-menu.tsx'
import { MainStep } from '../documents/view/main-step.tsx'
import { PartsWindow } from '../documents/view/parts-window.tsx'
import { orderKind } from './order-kind.ts'

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
    <>
      <DocumentMenu resource={resource} row={row} shown={[orderKind.next]} isCopied hasPdf />
      <EditButton resource={resource} row={row} />
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
          // A draft is submitted along with it; the usual course is to submit it first.
          variant={transitionTo(row, orderKind.next) ? 'default' : 'filled'}
          leftSection={<IconFileInvoice size={16} stroke={1.6} />}
          onClick={() => setOpened('invoice')}
        >
          {t('orders:invoice')}
        </Button>
      )}
      <MainStep resource={resource} row={row} status={orderKind.next} />
      {opened === 'invoice' && <InvoiceWindow target={invoices!} order={row} onClose={() => setOpened(undefined)} />}
      {opened === 'delivery' && (
        <DeliveryWindow target={deliveries!} order={row} onClose={() => setOpened(undefined)} />
      )}
    </>
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
