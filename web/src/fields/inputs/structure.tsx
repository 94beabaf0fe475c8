import { JsonInput } from '@mantine/core'
import type { InputProps } from '../field-kind.ts'
import { commonProps } from './common-props.ts'

/** What has no shape of its own is written as it is sent. */
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

/** Text that is not JSON goes to the server as it is: it says what is wrong with it. */
function parsed(text: string): unknown {
  try {
    return text.trim() === '' ? null : JSON.parse(text)
  } catch {
    return text
  }
}
