import { Progress, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Resource, Row } from '../../api/resources.ts'
import type { Labels } from '../../i18n/labels.ts'
import { useFormat, useLabels } from '../../i18n/locale.tsx'
import type { PartProps, RecordScreenProps } from '../../screens/customisation.ts'
import { isEnding, stageOf } from '../../ui/status-looks.ts'
import { StatusPill } from '../../ui/status-pill.tsx'
import { useDocumentFormat } from '../documents/document-format.ts'
import classes from '../documents/view/document.module.css'
import type { LineColumn } from '../documents/view/document-lines.tsx'
import { DocumentOverview } from '../documents/view/document-overview.tsx'
import { DocumentScreen } from '../documents/view/document-screen.tsx'
import { LinkedDocuments } from '../documents/view/linked-documents.tsx'
import type { Step } from '../documents/view/steps.tsx'
import { OrderActions } from './order-actions.tsx'

export const OrderView = (props: RecordScreenProps) => (
  <DocumentScreen {...props} Actions={OrderActions} Overview={OrderOverview} />
)

function OrderOverview({ resource, row }: PartProps) {
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

const PROGRESS = ['deliveryStatus', 'invoiceStatus']

/** How far an order has come: agreed, delivered, invoiced. */
function orderSteps(resource: Resource, row: Row, labels: Labels): readonly Step[] {
  const [first = '', ...later] = resource.statuses
  const { next = '' } = resource.document!
  const step = (status: string, stage = stageOf(status)): Step[] =>
    stage ? [{ id: status, label: labels.choice(status), stage }] : []
  const status = String(row.status)
  const progress = PROGRESS.flatMap((name) => step(String(row[name])))
  if (!first) return progress // the status is hidden from the user
  if (!later.includes(status)) return [...step(first, 'done'), ...step(next, 'todo'), ...progress]
  const stage = stageOf(status)
  const agreed = stage === 'done' ? step(next) : step(status)
  const ended = stage === 'done' && isEnding(status) ? step(status) : []
  return [...step(first, 'done'), ...agreed, ...progress, ...ended]
}
