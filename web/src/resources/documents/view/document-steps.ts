import { fieldOf, type Resource, type Row } from '../../../api/resources.ts'
import { isDraft, STATUS, stageOf } from '../../../api/stages.ts'
import type { Labels } from '../../../i18n/labels.ts'
import { type StepState, stepStateOf } from '../../../ui/status-looks.ts'
import type { Step } from './steps.tsx'

/** How far a document has come: written, agreed, what has followed from it, and done. */
export function documentSteps(resource: Resource, row: Row, labels: Labels): readonly Step[] {
  const step = (name: string, choice: unknown, state?: StepState): Step[] => {
    const reached = state ?? stepStateOf(fieldOf(resource, name), choice)
    return reached ? [{ id: String(choice), label: labels.choice(String(choice)), state: reached }] : []
  }
  const progress = progressOf(resource).flatMap((name) => step(name, row[name]))
  const { statuses } = resource
  const { status } = row
  const stage = stageOf(resource, status)
  if (!stage) return progress // it has no status, or the user does not see it
  const begun = step(STATUS, statuses[0], 'done')
  if (stage === 'stopped') return [...begun, ...step(STATUS, status), ...progress]
  const next = resource.document?.next ?? status
  const agreed = isDraft(resource, status) ? step(STATUS, next, 'todo') : step(STATUS, stage === 'open' ? status : next)
  const last = stage === 'done' ? status : statuses.find((one) => stageOf(resource, one) === 'done')
  // Where progress is kept, it is the course; then the end is shown once it is reached.
  const isEndShown = last !== undefined && (stage === 'done' || progress.length === 0)
  const end = isEndShown ? step(STATUS, last, stage === 'done' ? undefined : 'todo') : []
  return [...begun, ...agreed, ...progress, ...end.filter(({ id }) => id !== agreed[0]?.id)]
}

/** Fields that tell how much has followed from a document: its delivery, its invoices. */
export const progressOf = ({ fields }: Resource): readonly string[] =>
  fields.filter(({ name, tones }) => tones && name !== STATUS).map(({ name }) => name)
