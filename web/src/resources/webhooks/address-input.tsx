import { TextInput } from '@mantine/core'
import type { InputProps } from '../../fields/field-kind.ts'
import { commonProps } from '../../fields/inputs/common-props.ts'

/** A long address is still one line. */
export function AddressInput(props: InputProps) {
  const { value, onChange } = props
  return (
    <TextInput
      {...commonProps(props)}
      type="url"
      spellCheck={false}
      placeholder="https://shop.example.com/kontor"
      value={(value as string | null) ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : currentTarget.value)}
    />
  )
}
