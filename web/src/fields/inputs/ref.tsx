import { RecordPicker } from '../../ui/pickers/record-picker.tsx'
import type { InputProps } from '../field-kind.ts'
import { commonProps } from './common-props.ts'

export const RefInput = (props: InputProps) => (
  <RecordPicker
    {...commonProps(props)}
    resource={props.field.target!}
    isClearable={!props.isRequired}
    value={(props.value as string | null) ?? null}
    onChange={props.onChange}
  />
)
