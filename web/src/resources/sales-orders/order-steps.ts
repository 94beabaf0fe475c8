import type { Row } from '../../api/resources.ts'
import type { Labels } from '../../i18n/labels.ts'
import type { Step } from '../documents/view/steps.tsx'

/** How far an order has come: agreed, delivered, invoiced. */
export function orderSteps(row: Row, labels: Labels): readonly Step[] {
  const { status, deliveryStatus, invoiceStatus } = row as Readonly<Record<string, string>>
  return [
    { id: 'draft', label: labels.choice('draft'), state: 'done' },
    { id: 'submitted', ...agreement(status!, labels) },
    ...(deliveryStatus === 'not_applicable'
      ? []
      : [{ id: 'delivered', label: labels.choice(deliveryStatus!), state: progress(deliveryStatus!) }]),
    { id: 'invoiced', label: labels.choice(invoiceStatus!), state: progress(invoiceStatus!) },
    ...(status === 'closed' ? [{ id: 'closed', label: labels.choice('closed'), state: 'done' as const }] : []),
  ]
}

function agreement(status: string, labels: Labels): Pick<Step, 'label' | 'state'> {
  if (status === 'draft') return { label: labels.choice('submitted'), state: 'todo' }
  if (status === 'cancelled') return { label: labels.choice(status), state: 'failed' }
  if (status === 'on_hold') return { label: labels.choice(status), state: 'waiting' }
  return { label: labels.choice('submitted'), state: 'done' }
}

function progress(status: string): Step['state'] {
  if (status.startsWith('not_')) return 'todo'
  return status.startsWith('partly_') ? 'part' : 'done'
}
