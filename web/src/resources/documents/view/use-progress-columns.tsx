import { Progress } from '@mantine/core'
import { fieldOf, type Resource, type Row } from '../../../api/resources.ts'
import { isDraft, stageOf } from '../../../api/stages.ts'
import { useFormat, useLabels } from '../../../i18n/locale.tsx'
import { stepStateOf } from '../../../ui/status-looks.ts'
import { type Taker, useTakers } from '../takers.ts'
import classes from './document.module.css'
import type { LineColumn } from './document-lines.tsx'
import { isTaken, lineName } from './parts.ts'

/** Whether there is anything to be taken of a document: services alone are not delivered. */
export function isApplicable(resource: Resource, row: Row, { progress }: Taker): boolean {
  const field = fieldOf(resource, progress.field)
  return field === undefined || stepStateOf(field, row[progress.field]) !== undefined
}

/** How much of each line was taken. Only an agreed document is delivered and invoiced. */
export function useProgressColumns(resource: Resource, row: Row): readonly LineColumn[] {
  const labels = useLabels()
  const takers = useTakers(resource)
  const stage = stageOf(resource, row.status)
  if (!stage || stage === 'stopped' || isDraft(resource, row.status)) return []
  return takers
    .filter((taker) => isApplicable(resource, row, taker) && fieldOf(resource, `items.${taker.progress.line}`))
    .map(({ progress }): LineColumn => {
      const { choices = [], tones = {} } = fieldOf(resource, progress.field) ?? {}
      const done = choices.find((choice) => tones[choice] === 'good')
      const label = done ? labels.choice(done) : labels.field(resource.name, `items.${progress.line}`)
      return {
        name: progress.line,
        label,
        cell: (line) =>
          isTaken(progress, line) ? (
            <LineProgress
              done={Number(line[progress.line] ?? 0)}
              of={Number(line.quantity)}
              label={`${label}, ${lineName(line)}`}
            />
          ) : (
            '–'
          ),
      }
    })
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
