import { Tooltip } from '@mantine/core'
import { useFormat } from '../../i18n/locale.tsx'
import type { CellProps } from '../field-kind.ts'

export const DateCell = ({ value }: CellProps) => <span className="numbers">{useFormat().date(String(value))}</span>

export function InstantCell({ value }: CellProps) {
  const format = useFormat()
  return (
    <Tooltip label={format.ago(String(value))}>
      <time className="numbers" dateTime={String(value)}>
        {format.instant(String(value))}
      </time>
    </Tooltip>
  )
}
