import { Textarea } from '@mantine/core'
import type { InputProps } from '../../../fields/field-kind.ts'
import { commonProps } from '../../../fields/inputs/common-props.ts'

/** The lines at the foot of the page, one below the other as they are printed. Empty lines are not sent. */
export function FooterInput(props: InputProps) {
  const { value, onChange, errors = {}, path, error } = props
  const lines = (value as readonly string[] | null) ?? []
  const inLine = Object.entries(errors).find(([name]) => name.startsWith(`${path}.`))?.[1]
  return (
    <Textarea
      {...commonProps({ ...props, error: error ?? inLine })}
      autosize
      minRows={2}
      defaultValue={lines.join('\n')}
      onChange={(event) => {
        const texts = event.currentTarget.value.split('\n').map((line) => line.trim())
        onChange(texts.filter((line) => line !== ''))
      }}
    />
  )
}
