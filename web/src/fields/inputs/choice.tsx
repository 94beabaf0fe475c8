import { Select } from '@mantine/core'
import { useLabels } from '../../i18n/locale.tsx'
import type { InputProps } from '../field-kind.ts'
import { clearButton, commonProps } from './common-props.ts'

export function ChoiceInput(props: InputProps) {
  const labels = useLabels()
  const { choices = [], isNullable } = props.field
  return (
    <Select
      {...commonProps(props)}
      {...clearButton()}
      data={choices.map((value) => ({ value, label: labels.choice(value) }))}
      clearable={isNullable ?? false}
      allowDeselect={isNullable ?? false}
      value={(props.value as string | null) ?? null}
      onChange={props.onChange}
    />
  )
}
