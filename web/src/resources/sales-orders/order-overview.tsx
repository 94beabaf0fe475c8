import { Card, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { fieldOf, type Row } from '../../api/resources.ts'
import { FieldCell } from '../../fields/field.tsx'
import { useLabels } from '../../i18n/locale.tsx'
import type { PartProps } from '../../screens/customisation.ts'
import { Panel } from '../../screens/record/record-fields.tsx'
import { stageOf } from '../../ui/status-looks.ts'
import { StatusPill } from '../../ui/status-pill.tsx'
import { useDocumentFormat } from '../documents/document-format.ts'
import { Barred } from '../documents/view/barred.tsx'
import classes from '../documents/view/document.module.css'
import { DocumentLines, type LineColumn } from '../documents/view/document-lines.tsx'
import { DocumentTotals } from '../documents/view/document-totals.tsx'
import { Fact } from '../documents/view/fact.tsx'
import { LineProgress } from '../documents/view/line-progress.tsx'
import { LinkedDocuments } from '../documents/view/linked-documents.tsx'
import { Steps } from '../documents/view/steps.tsx'
import { DocumentTimeline } from '../documents/view/timeline.tsx'
import { orderKind } from './order-kind.ts'
import { orderSteps } from './order-steps.ts'

export function OrderOverview({ resource, row }: PartProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  return (
    <div className={classes.stack}>
      <Barred row={row} status={orderKind.next} />
      <Card className="no-print">
        <Steps steps={orderSteps(resource, row, labels)} label={t('orders:progress')} />
      </Card>
      <div className={classes.columns}>
        <div className={classes.stack}>
          <OrderFacts resource={resource} row={row} />
          <Panel title={labels.field(resource.name, 'items')} isFlush>
            <DocumentLines resource={resource} row={row} more={useProgress(row)} />
            <DocumentTotals resource={resource} row={row} />
          </Panel>
        </div>
        <aside className={`${classes.stack} no-print`}>
          <OrderInvoices order={row} />
          <OrderDeliveries order={row} />
          <DocumentTimeline resource={resource} row={row} />
        </aside>
      </div>
    </div>
  )
}

const FACTS = ['customer', 'orderDate', 'deliveryDate', 'paymentTerms', 'notes']

function OrderFacts({ resource, row }: PartProps) {
  const labels = useLabels()
  return (
    <Card>
      <dl className={classes.facts}>
        {FACTS.map((name) => {
          const field = fieldOf(resource, name)
          const value = row[name]
          return (
            <Fact key={name} name={labels.field(resource.name, name)}>
              {field && value ? <FieldCell field={field} value={value} row={row} /> : null}
            </Fact>
          )
        })}
      </dl>
    </Card>
  )
}

/** Only what has been agreed can be on its way. */
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
      query={`salesOrder=${order.id}&perPage=50&fields=id,deliveryDate,items,notes`}
      nameOf={({ deliveryDate }) => t('orders:deliveryOn', { date: format.date(String(deliveryDate)) })}
      detail={({ notes }) => notes as string | null}
      aside={({ items }) => (
        <Text size="sm" c="dimmed">
          {t('common:lines', { count: (items as readonly unknown[]).length })}
        </Text>
      )}
    />
  )
}
