import type { Row } from '../../api/resources.ts'
import type { Labels } from '../../i18n/labels.ts'
import type { Step } from '../documents/view/steps.tsx'

const PAID: Readonly<Record<string, Step['state']>> = { paid: 'done', partially_paid: 'part' }

/** How far an invoice has come. */
export function invoiceSteps({ status, isOverdue }: Row, labels: Labels, issued: string): readonly Step[] {
  const state = String(status)
  const draft = { id: 'draft', label: labels.choice('draft'), state: 'done' as const }
  if (state === 'cancelled') return [draft, { id: state, label: labels.choice(state), state: 'failed' }]
  return [
    draft,
    { id: 'issued', label: issued, state: state === 'draft' ? 'todo' : 'done' },
    isOverdue && state === 'unpaid'
      ? { id: 'paid', label: labels.choice('overdue'), state: 'waiting' }
      : { id: 'paid', label: labels.choice(state === 'draft' ? 'paid' : state), state: PAID[state] ?? 'todo' },
  ]
}
