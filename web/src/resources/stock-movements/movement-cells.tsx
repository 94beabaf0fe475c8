import { Text } from '@mantine/core'
import { type Row, valueAt } from '../../api/resources.ts'
import { useResource } from '../../api/use-resources.tsx'
import { RefCell } from '../../fields/cells/ref.tsx'
import type { CellProps } from '../../fields/field-kind.ts'
import { useFormat, useLabels } from '../../i18n/locale.tsx'

/** What comes has a plus, what goes a minus. */
export function MovementCell({ value }: CellProps) {
  const format = useFormat()
  const quantity = Number(value)
  return (
    <Text span inherit className="numbers" c={quantity < 0 ? 'var(--mantine-color-error)' : undefined}>
      {quantity > 0 && '+'}
      {format.number(quantity)}
    </Text>
  )
}

/** In a list the whole movement is at hand, on its page the group that names the document. */
const kindOf = (row: Row) => String(valueAt(row, 'source.resource') ?? row.resource ?? '')

/** The kind of document that caused it, where there is one. */
export function SourceKindCell({ value }: CellProps) {
  const labels = useLabels()
  const kind = useResource(String(value ?? ''))
  return kind ? labels.one(kind) : String(value ?? '–')
}

/** The document that caused it, by its number. */
export function SourceCell(props: CellProps) {
  const { field, value, row } = props
  return value ? <RefCell {...props} field={{ ...field, target: kindOf(row) }} /> : '–'
}
