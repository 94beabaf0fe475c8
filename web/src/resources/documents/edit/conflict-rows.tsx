import { fieldOf, type Resource } from '../../../api/resources.ts'
import type { Labels } from '../../../i18n/labels.ts'
import { useFormat } from '../../../i18n/locale.tsx'
import { fieldRows, type Versions } from '../../../screens/form/conflict-rows.tsx'
import type { ConflictRow } from '../../../screens/form/conflict-window.tsx'
import { type Line, NUMBERS } from '../lines/lines.ts'
import type { Draft } from './draft.ts'

/** A row for each field that either of the two has touched, and for each line that is not the same in both. */
export function documentRows(
  resource: Resource,
  { base, mine, theirs }: Versions<Draft>,
  labels: Labels,
): readonly ConflictRow[] {
  const fields = Object.keys(mine.values).flatMap((name) => fieldOf(resource, name) ?? [])
  const values = { base: base.values, mine: mine.values, theirs: theirs.values }
  return [...fieldRows(resource, fields, values, labels), ...lineRows(mine.lines, theirs.lines)]
}

/** A line that only one of them has stands alone. */
function lineRows(mine: readonly Line[], theirs: readonly Line[]): readonly ConflictRow[] {
  const byId = new Map(theirs.map((line) => [line.id, line]))
  const kept = new Set(mine.map(({ id }) => id))
  const row = (one: Line | undefined, other: Line | undefined) => {
    const { key, itemName: name } = (one ?? other)!
    return { key: String(key), name, mine: <LineTerms line={one} />, theirs: <LineTerms line={other} /> }
  }
  return [
    ...mine.flatMap((line) => {
      const other = line.id ? byId.get(line.id) : undefined
      return other && isEqual(line, other) ? [] : row(line, other)
    }),
    ...theirs.filter(({ id }) => !kept.has(id)).map((line) => row(undefined, line)),
  ]
}

const isEqual = (one: Line, other: Line) =>
  one.item === other.item && NUMBERS.every((name) => one[name] === other[name])

function LineTerms({ line }: { line: Line | undefined }) {
  const format = useFormat()
  if (!line) return '–'
  const { quantity, uom, rate, discount } = line
  const less = discount ? ` − ${format.percent(discount)}` : ''
  return `${format.number(quantity ?? 0)} ${uom}${rate === null ? '' : ` × ${format.money(rate)}${less}`}`
}
