import { Button } from '@mantine/core'
import { IconCash } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { permits } from '../../api/permitted.ts'
import { fieldOf, type Resource, type Row } from '../../api/resources.ts'
import { STATUS } from '../../api/stages.ts'
import { useResource } from '../../api/use-resources.tsx'
import type { Labels } from '../../i18n/labels.ts'
import { useLabels } from '../../i18n/locale.tsx'
import type { PartProps, RecordScreenProps } from '../../screens/customisation.ts'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { stepStateOf } from '../../ui/status-looks.ts'
import { DocumentActions } from '../documents/view/document-actions.tsx'
import { DocumentOverview } from '../documents/view/document-overview.tsx'
import { DocumentScreen } from '../documents/view/document-screen.tsx'
import type { Step } from '../documents/view/steps.tsx'
import { InvoicePaper } from './invoice-paper.tsx'
import { PaymentPanel } from './payment-panel.tsx'
import { PaymentWindow } from './payment-window.tsx'

export const InvoiceView = (props: RecordScreenProps) => (
  <DocumentScreen {...props} Actions={InvoiceActions} Overview={InvoiceOverview} />
)

function InvoiceOverview({ resource, row }: PartProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  return (
    <DocumentOverview
      resource={resource}
      row={row}
      steps={invoiceSteps(resource, row, labels, t)}
      paper={<InvoicePaper resource={resource} row={row} />}
      aside={stepStateOf(fieldOf(resource, STATUS), row.status) && <PaymentPanel row={row} />}
      isAsideFirst
    />
  )
}

/** How far an invoice has come: issued, paid. */
function invoiceSteps(resource: Resource, row: Row, labels: Labels, t: TFunction): readonly Step[] {
  const [first = ''] = resource.statuses
  const status = String(row.status)
  const state = stepStateOf(fieldOf(resource, STATUS), status)
  const begun: Step = { id: first, label: labels.choice(first), state: 'done' }
  const issued = { id: 'issued', label: t('invoices:issued') }
  const paid = { id: 'payment', label: labels.choice(status) }
  /** What is still to come is called by what it will be, not by what it is not yet. */
  const unpaid: Step = { ...paid, label: t('invoices:settled'), state: 'todo' }
  if (!state) return [begun, { ...issued, state: 'todo' }, unpaid]
  if (state === 'stopped') return [begun, { ...paid, state }]
  const isLate = state === 'todo' && row.isOverdue === true
  return [
    begun,
    { ...issued, state: 'done' },
    isLate
      ? { ...paid, label: labels.field(resource.name, 'isOverdue'), state: 'waiting' }
      : state === 'todo'
        ? unpaid
        : { ...paid, state },
  ]
}

/** What can be done with an invoice now; the usual next step stands out. */
function InvoiceActions({ resource, row }: PartProps) {
  const { t } = useTranslation()
  const payments = useResource('payments')
  const [isPaying, setPaying] = useState(false)
  const canPay = payments !== undefined && permits(row, 'payments.create')
  useShortcuts(canPay ? [{ keys: 'p', label: t('invoices:pay'), run: () => setPaying(true) }] : [])
  return (
    <DocumentActions resource={resource} row={row}>
      {canPay && (
        <Button leftSection={<IconCash size={16} stroke={1.6} />} onClick={() => setPaying(true)}>
          {t('invoices:pay')}
        </Button>
      )}
      {isPaying && <PaymentWindow payments={payments!} invoice={row} onClose={() => setPaying(false)} />}
    </DocumentActions>
  )
}
