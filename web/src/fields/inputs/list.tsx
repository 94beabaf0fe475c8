import { JsonInput, MultiSelect, TagsInput } from '@mantine/core'
import { useLabels } from '../../i18n/locale.tsx'
import type { InputProps } from '../field-kind.ts'
import { commonProps } from './common-props.ts'

export function ListInput(props: InputProps) {
  const labels = useLabels()
  const { field, value, onChange } = props
  const shared = { ...commonProps(props), value: (value as string[] | null) ?? [], onChange }
  if (field.of?.kind === 'choice')
    return (
      <MultiSelect {...shared} data={field.of.choices!.map((one) => ({ value: one, label: labels.choice(one) }))} />
    )
  if (field.of?.kind === 'text') return <TagsInput {...shared} maxTags={field.max} splitChars={[',', '\n']} />
  return <StructureInput {...props} />
}

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
