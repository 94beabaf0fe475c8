import '@mantine/core/styles/PillsInput.layer.css'
import { MultiSelect } from '@mantine/core'
import { useLabels } from '../../i18n/locale.tsx'
import { RecordsPicker } from '../../ui/pickers/records-picker.tsx'
import type { InputProps } from '../field-kind.ts'
import { commonProps } from './common-props.ts'

/** Several choices or records. */
export function SeveralInput(props: InputProps) {
  const labels = useLabels()
  const { field, value, onChange } = props
  const shared = { ...commonProps(props), value: (value as string[] | null) ?? [], onChange }
  const { choices = [], target } = field.of ?? {}
  if (target) return <RecordsPicker {...shared} resource={target} />
  return <MultiSelect {...shared} data={choices.map((one) => ({ value: one, label: labels.choice(one) }))} />
}
