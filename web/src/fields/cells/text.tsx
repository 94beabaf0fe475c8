import { Anchor, Text } from '@mantine/core'
import { useFormat } from '../../i18n/locale.tsx'
import type { CellProps } from '../field-kind.ts'

export function TextCell({ field: { format }, value }: CellProps) {
  const { language } = useFormat()
  const text = String(value)
  if (format === 'email')
    return (
      <Anchor inherit href={`mailto:${text}`}>
        {text}
      </Anchor>
    )
  if (format === 'url')
    return (
      <Anchor inherit href={text} target="_blank" rel="noreferrer">
        {text}
      </Anchor>
    )
  return format === 'country' ? (new Intl.DisplayNames(language, { type: 'region' }).of(text) ?? text) : text
}

export const IdCell = ({ value }: CellProps) => (
  <Text span ff="monospace" size="xs">
    {String(value)}
  </Text>
)
