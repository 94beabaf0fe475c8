import { TextInput } from '@mantine/core'
import { useNumberEntry } from '../../../fields/inputs/use-number-entry.ts'
import classes from './lines.module.css'

interface NumberCellProps {
  readonly label: string
  readonly cell: string
  readonly value: number | null
  readonly onChange: (value: number | null) => void
  readonly error: string | undefined
  readonly isDisabled: boolean
  /** So many at least, once it is left: an amount is written 19.90. */
  readonly decimals?: number
  readonly suffix?: string | undefined
}

export function NumberCell({ label, cell, isDisabled, ...options }: NumberCellProps) {
  const entry = useNumberEntry({ ...options, canBeNegative: false })
  return (
    <TextInput
      {...entry}
      aria-label={label}
      data-cell={cell}
      variant="unstyled"
      classNames={{ input: classes.number, error: classes.error }}
      disabled={isDisabled}
    />
  )
}
