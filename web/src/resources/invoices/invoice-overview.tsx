import { useTranslation } from 'react-i18next'
import { useLabels } from '../../i18n/locale.tsx'
import type { PartProps } from '../../screens/customisation.ts'
import { stageOf } from '../../ui/status-looks.ts'
import { DocumentOverview } from '../documents/view/document-overview.tsx'
import { InvoicePaper } from './invoice-paper.tsx'
import { invoiceSteps } from './invoice-steps.ts'
import { PaymentPanel } from './payment-panel.tsx'

export function InvoiceOverview({ resource, row }: PartProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  return (
    <DocumentOverview
      resource={resource}
      row={row}
      steps={invoiceSteps(resource, row, labels, t)}
      paper={<InvoicePaper resource={resource} row={row} />}
      aside={stageOf(row.status) && <PaymentPanel row={row} />}
      isAsideFirst
    />
  )
}
