import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../api/resources.ts'
import { useLabels } from '../../i18n/locale.tsx'
import type { PartProps } from '../../screens/customisation.ts'
import { stageOf } from '../../ui/status-looks.ts'
import { StatusPill } from '../../ui/status-pill.tsx'
import { useDocumentFormat } from '../documents/document-format.ts'
import type { LineColumn } from '../documents/view/document-lines.tsx'
import { DocumentOverview } from '../documents/view/document-overview.tsx'
import { LineProgress } from '../documents/view/line-progress.tsx'
import { LinkedDocuments } from '../documents/view/linked-documents.tsx'
import { orderSteps } from './order-steps.ts'

export function OrderOverview({ resource, row }: PartProps) {
  const labels = useLabels()
  return (
    <DocumentOverview
      resource={resource}
      row={row}
      steps={orderSteps(resource, row, labels)}
      columns={useProgress(row)}
      aside={
        <>
          <OrderInvoices order={row} />
          <OrderDeliveries order={row} />
        </>
      }
    />
  )
}

/** Only an agreed order is delivered and invoiced. */
function useProgress({ status, deliveryStatus }: Row): readonly LineColumn[] {
  const { t } = useTranslation()
  const stage = stageOf(status)
  if (!stage || stage === 'stopped') return []
  const column = (name: 'deliveredQuantity' | 'invoicedQuantity', label: string): LineColumn => ({
    name,
    label,
    cell: (line) =>
      name === 'deliveredQuantity' && line.itemType === 'Service' ? (
        '–'
      ) : (
        <LineProgress done={Number(line[name] ?? 0)} of={Number(line.quantity)} label={`${label}, ${line.itemName}`} />
      ),
  })
  const [delivered, invoiced] = [
    column('deliveredQuantity', t('orders:delivered')),
    column('invoicedQuantity', t('orders:invoiced')),
  ]
  return [...(stageOf(deliveryStatus) ? [delivered] : []), invoiced]
}

function OrderInvoices({ order }: { order: Row }) {
  const { t } = useTranslation()
  const format = useDocumentFormat(order)
  return (
    <LinkedDocuments
      of="invoices"
      query={`salesOrder=${order.id}&perPage=50&fields=id,invoiceNumber,invoiceDate,status,total`}
      nameOf={({ invoiceNumber }) => (invoiceNumber as string | null) ?? t('orders:draftInvoice')}
      detail={({ invoiceDate, total }) =>
        [format.date(String(invoiceDate)), typeof total === 'number' && format.money(total)].filter(Boolean).join(' · ')
      }
      aside={({ status }) => <StatusPill value={String(status)} />}
    />
  )
}

function OrderDeliveries({ order }: { order: Row }) {
  const { t } = useTranslation()
  const format = useDocumentFormat(order)
  if (!stageOf(order.deliveryStatus)) return null
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
