import { JsonInput } from '@mantine/core'
import type { InputProps } from '../field-kind.ts'
import { commonProps } from './common-props.ts'

/** A value without a declared shape is edited as JSON. */
export function StructureInput(props: InputProps) {
  const { value, onChange } = props
  return (
    <JsonInput
      {...commonProps(props)}
      autosize
      minRows={4}
      formatOnBlur
      defaultValue={value === null || value === undefined ? '' : JSON.stringify(value, null, 2)}
      onChange={(text) => onChange(parsed(text))}
    />
  )
}

/** Text that is not JSON is sent as it is: the server says what is wrong. */
function parsed(text: string): unknown {
  try {
    return text.trim() === '' ? null : JSON.parse(text)
  } catch {
    return text
  }
}
