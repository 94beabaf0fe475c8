import type { TFunction } from 'i18next'
import type { Resource, Row } from '../../api/resources.ts'
import type { Labels } from '../../i18n/labels.ts'
import { stageOf } from '../../ui/status-looks.ts'
import type { Step } from '../documents/view/steps.tsx'

/** How far an invoice has come: issued, paid. */
export function invoiceSteps({ name, statuses }: Resource, row: Row, labels: Labels, t: TFunction): readonly Step[] {
  const [first = ''] = statuses
  const status = String(row.status)
  const stage = stageOf(status)
  const begun: Step = { id: first, label: labels.choice(first), stage: 'done' }
  const issued = { id: 'issued', label: t('invoices:issued') }
  const paid = { id: 'payment', label: labels.choice(status) }
  /** What is still to come is called by what it will be, not by what it is not yet. */
  const unpaid: Step = { ...paid, label: t('invoices:settled'), stage: 'todo' }
  if (!stage) return [begun, { ...issued, stage: 'todo' }, unpaid]
  if (stage === 'stopped') return [begun, { ...paid, stage }]
  const isLate = stage === 'todo' && row.isOverdue === true
  return [
    begun,
    { ...issued, stage: 'done' },
    isLate
      ? { ...paid, label: labels.field(name, 'isOverdue'), stage: 'waiting' }
      : stage === 'todo'
        ? unpaid
        : { ...paid, stage },
  ]
}
