import type { Resource, Row } from '../../api/resources.ts'
import type { Labels } from '../../i18n/labels.ts'
import { isEnding, stageOf } from '../../ui/status-looks.ts'
import type { Step } from '../documents/view/steps.tsx'

const PROGRESS = ['deliveryStatus', 'invoiceStatus']

/** How far an order has come: agreed, delivered, invoiced. */
export function orderSteps(resource: Resource, row: Row, labels: Labels): readonly Step[] {
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
