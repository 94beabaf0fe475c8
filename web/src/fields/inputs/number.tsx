import { TextInput } from '@mantine/core'
import type { InputProps } from '../field-kind.ts'
import { commonProps } from './common-props.ts'
import { useNumberEntry } from './use-number-entry.ts'

/** Typed as the user's language writes it, kept as a number. */
export function NumberField(props: InputProps) {
  const { field, value, onChange, error } = props
  const entry = useNumberEntry({
    value: (value as number | null | undefined) ?? null,
    onChange,
    error,
    isWhole: field.kind === 'integer',
    canBeNegative: field.min === undefined || field.min < 0,
    suffix: field.kind === 'percent' ? ' %' : undefined,
  })
  return (
    <TextInput
      {...commonProps(props)}
      {...entry}
      classNames={{ input: 'numbers' }}
      styles={props.isBare ? { input: { textAlign: 'right' } } : {}}
    />
  )
}
