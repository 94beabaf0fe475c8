import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputProps } from '../../fields/field-kind.ts'
import { commonProps } from '../../fields/inputs/common-props.ts'

type Filter = Readonly<Record<string, string>>

/** One condition a line, as in the address of a list: `category=Brakes`. */
export function FilterInput(props: InputProps) {
  const { value, onChange, error, errors = {}, path } = props
  const { t } = useTranslation()
  const [text, setText] = useState(() => textOf((value as Filter | null) ?? {}))
  const faults = Object.entries(errors)
    .filter(([at]) => at.startsWith(`${path}.`))
    .map(([, message]) => message)
  return (
    <Textarea
      {...commonProps(props)}
      description={t('webhooks:filterHelp')}
      error={[error, ...faults].filter(Boolean).join(' ') || undefined}
      autosize
      minRows={2}
      spellCheck={false}
      placeholder="category=Brakes"
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value)
        onChange(filterIn(currentTarget.value))
      }}
    />
  )
}

const textOf = (filter: Filter) =>
  Object.entries(filter)
    .map(([path, wanted]) => `${path}=${wanted}`)
    .join('\n')

/** What follows the first equals sign is the value. */
function filterIn(text: string): Filter | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length === 0) return null
  return Object.fromEntries(
    lines.map((line) =>
      /^([^=]*)=?(.*)$/
        .exec(line)!
        .slice(1, 3)
        .map((part) => part.trim()),
    ),
  )
}
