import { Progress, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { fieldOf, type Resource, type Row } from '../../api/resources.ts'
import { STATUS, stageOf } from '../../api/stages.ts'
import { useResource } from '../../api/use-resources.tsx'
import { useFormat } from '../../i18n/locale.tsx'
import type { PartProps, RecordScreenProps } from '../../screens/customisation.ts'
import { stepStateOf } from '../../ui/status-looks.ts'
import { StatusPill } from '../../ui/status-pill.tsx'
import { useDocumentFormat } from '../documents/document-format.ts'
import classes from '../documents/view/document.module.css'
import type { LineColumn } from '../documents/view/document-lines.tsx'
import { DocumentOverview } from '../documents/view/document-overview.tsx'
import { DocumentScreen } from '../documents/view/document-screen.tsx'
import { LinkedDocuments } from '../documents/view/linked-documents.tsx'
import { OrderActions } from './order-actions.tsx'

export const OrderView = (props: RecordScreenProps) => (
  <DocumentScreen {...props} Actions={OrderActions} Overview={OrderOverview} />
)

function OrderOverview({ resource, row }: PartProps) {
  return (
    <DocumentOverview
      resource={resource}
      row={row}
      columns={useProgress(resource, row)}
      aside={
        <>
          <OrderInvoices order={row} />
          <OrderDeliveries resource={resource} order={row} />
        </>
      }
    />
  )
}

/** Services alone are not delivered. */
const isDelivered = (resource: Resource, deliveryStatus: unknown) =>
  stepStateOf(fieldOf(resource, 'deliveryStatus'), deliveryStatus) !== undefined

/** Only an agreed order is delivered and invoiced. */
function useProgress(resource: Resource, { status, deliveryStatus }: Row): readonly LineColumn[] {
  const { t } = useTranslation()
  const stage = stageOf(resource, status)
  if (stage !== 'open' && stage !== 'done') return []
  const column = (name: 'deliveredQuantity' | 'invoicedQuantity', label: string): LineColumn => ({
    name,
    label,
    cell: (line) =>
      name === 'deliveredQuantity' && (!line.item || line.itemType === 'Service') ? (
        '–'
      ) : (
        <LineProgress
          done={Number(line[name] ?? 0)}
          of={Number(line.quantity)}
          label={`${label}, ${line.itemName ?? line.description}`}
        />
      ),
  })
  const [delivered, invoiced] = [
    column('deliveredQuantity', t('orders:delivered')),
    column('invoicedQuantity', t('orders:invoiced')),
  ]
  return [...(isDelivered(resource, deliveryStatus) ? [delivered] : []), invoiced]
}

function OrderInvoices({ order }: { order: Row }) {
  const { t } = useTranslation()
  const format = useDocumentFormat(order)
  const invoices = useResource('invoices')
  return (
    <LinkedDocuments
      of="invoices"
      query={`salesOrder=${order.id}&perPage=50&fields=id,invoiceNumber,invoiceDate,status,total`}
      nameOf={({ invoiceNumber }) => (invoiceNumber as string | null) ?? t('orders:draftInvoice')}
      detail={({ invoiceDate, total }) =>
        [format.date(String(invoiceDate)), typeof total === 'number' && format.money(total)].filter(Boolean).join(' · ')
      }
      aside={({ status }) => <StatusPill field={invoices && fieldOf(invoices, STATUS)} value={String(status)} />}
    />
  )
}

function OrderDeliveries({ resource, order }: { resource: Resource; order: Row }) {
  const { t } = useTranslation()
  const format = useDocumentFormat(order)
  if (!isDelivered(resource, order.deliveryStatus)) return null
  return (
    <LinkedDocuments
      of="deliveries"
      query={`salesOrder=${order.id}&perPage=50&fields=id,deliveryNumber,deliveryDate,items,notes`}
      nameOf={({ deliveryNumber }) => String(deliveryNumber)}
      detail={({ deliveryDate, notes }) => [format.date(String(deliveryDate)), notes].filter(Boolean).join(' · ')}
      aside={({ items }) => (
        <Text size="sm" c="dimmed">
          {t('common:lines', { count: (items as readonly unknown[]).length })}
        </Text>
      )}
    />
  )
}

/** How much of a line is done: 4 of 10. */
function LineProgress({ done, of, label }: { done: number; of: number; label: string }) {
  const format = useFormat()
  return (
    <span className={classes.progress}>
      {format.number(done)} / {format.number(of)}
      <Progress
        className={classes.bar}
        value={of > 0 ? Math.min(100, (done / of) * 100) : 0}
        size={4}
        color={done >= of ? 'teal' : 'brand'}
        aria-label={label}
      />
    </span>
  )
}
