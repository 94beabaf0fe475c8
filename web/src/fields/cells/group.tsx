import type { Row } from '../../api/resources.ts'
import { FieldCell } from '../field.tsx'
import type { CellProps } from '../field-kind.ts'

type Values = Readonly<Record<string, unknown>>

const isFilled = (value: unknown) => value !== null && value !== undefined && value !== ''

/** On one line: an address, an amount with its date. */
export function GroupCell({ field, value }: CellProps) {
  const values = value as Values
  const filled = (field.fields ?? []).filter(({ name }) => isFilled(values[name]))
  if (filled.length === 0) return '–'
  return (
    <>
      {filled.map((part, index) => (
        <span key={part.name}>
          {index > 0 && ', '}
          <FieldCell field={part} value={values[part.name]} row={values as Row} />
        </span>
      ))}
    </>
  )
}
