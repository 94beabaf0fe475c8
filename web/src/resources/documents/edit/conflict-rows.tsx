import i18next from 'i18next'
import type { Resource } from '../../../api/resources.ts'
import type { Labels } from '../../../i18n/labels.ts'
import { useFormat } from '../../../i18n/locale.tsx'
import { collisionRows } from '../../../screens/form/conflict-rows.tsx'
import type { ConflictRow } from '../../../screens/form/conflict-window.tsx'
import type { Collision } from '../../../screens/form/merge/merge.ts'
import type { Line } from '../lines/lines.ts'

/** A row for each field, and for each part of a line, that both users changed. */
export const documentRows = (
  resource: Resource,
  collisions: readonly Collision[],
  labels: Labels,
): readonly ConflictRow[] =>
  collisions.flatMap((collision) => {
    const line = collision.line as Line | undefined
    if (!line) return collisionRows(resource, [collision], labels)
    const { path, field, mine, theirs } = collision
    if (field.kind === 'lines') {
      const terms = (value: unknown) => <LineTerms line={value as Line | undefined} />
      return [{ path, name: nameOf(line), mine: terms(mine), theirs: terms(theirs) }]
    }
    return collisionRows(resource, [collision], labels).map((row) => ({
      ...row,
      name: `${nameOf(line)}: ${row.name}`,
    }))
  })

const nameOf = ({ itemName, description }: Line) => itemName || (description ?? '')

function LineTerms({ line }: { line: Line | undefined }) {
  const format = useFormat()
  if (!line) return i18next.t('records:conflict.removed')
  const { quantity, uom, rate, discount } = line
  const less = discount ? ` − ${format.percent(discount)}` : ''
  return `${format.number(quantity ?? 0)} ${uom}${rate === null ? '' : ` × ${format.money(rate)}${less}`}`
}
