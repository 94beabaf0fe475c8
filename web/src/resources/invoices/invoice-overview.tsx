import { Card } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../../i18n/locale.tsx'
import type { PartProps } from '../../screens/customisation.ts'
import { stageOf } from '../../ui/status-looks.ts'
import { Barred } from '../documents/view/barred.tsx'
import classes from '../documents/view/document.module.css'
import { Steps } from '../documents/view/steps.tsx'
import { DocumentTimeline } from '../documents/view/timeline.tsx'
import { invoiceKind } from './invoice-kind.ts'
import { InvoicePaper } from './invoice-paper.tsx'
import { invoiceSteps } from './invoice-steps.ts'
import { PaymentPanel } from './payment-panel.tsx'

export function InvoiceOverview({ resource, row }: PartProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  return (
    <div className={classes.stack}>
      <Barred row={row} status={invoiceKind.next} />
      <Card className="no-print">
        <Steps steps={invoiceSteps(resource, row, labels, t)} label={t('orders:progress')} />
      </Card>
      <div className={classes.columns}>
        <InvoicePaper resource={resource} row={row} />
        <aside className={`${classes.stack} no-print`}>
          {stageOf(row.status) && <PaymentPanel row={row} />}
          <DocumentTimeline resource={resource} row={row} />
        </aside>
      </div>
    </div>
  )
}
