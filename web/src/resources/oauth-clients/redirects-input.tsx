import { Textarea } from '@mantine/core'
import type { InputProps } from '../../fields/field-kind.ts'
import { commonProps } from '../../fields/inputs/common-props.ts'

/** One address a line: they are long, and are compared letter by letter. */
export function RedirectsInput(props: InputProps) {
  const { value, onChange, errors = {}, path, error } = props
  const lines = (value as readonly string[] | null) ?? []
  const faults = Object.entries(errors)
    .filter(([at]) => at.startsWith(`${path}.`))
    .map(([at, message]) => `${lines[Number(at.slice(path.length + 1))] ?? ''}: ${message}`)
  return (
    <Textarea
      {...commonProps(props)}
      error={[error, ...faults].filter(Boolean).join(' ') || undefined}
      autosize
      minRows={2}
      spellCheck={false}
      placeholder="https://app.example.com/callback"
      value={lines.join('\n')}
      onChange={(event) => onChange(linesOf(event.currentTarget.value))}
      onBlur={() => onChange(lines.map((line) => line.trim()).filter((line) => line !== ''))}
    />
  )
}

/** The line that is being typed is kept. */
const linesOf = (text: string): readonly string[] | null => (text === '' ? null : text.split('\n'))
