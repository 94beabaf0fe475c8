import { Badge, Code, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useResources } from '../../api/use-resources.tsx'
import type { CellProps } from '../../fields/field-kind.ts'
import { useFormat, useLabels } from '../../i18n/locale.tsx'

const DAY_MS = 86_400_000
const SOON_DAYS = 14

/** The start and end of the value: enough to tell keys apart, and useless to an attacker. */
export const PrefixCell = ({ value, row }: CellProps) => (
  <Code>
    {String(value)}…{typeof row.lastFour === 'string' ? row.lastFour : ''}
  </Code>
)

export function ExpiryCell({ value }: CellProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const at = String(value)
  const days = (Date.parse(at) - Date.now()) / DAY_MS
  return (
    <Group gap={8} wrap="nowrap">
      <time className="numbers" dateTime={at} title={format.instant(at)}>
        {format.day(at)}
      </time>
      {days <= 0 && <Badge color="red">{t('access:keys.expired')}</Badge>}
      {days > 0 && days <= SOON_DAYS && <Badge color="orange">{format.ago(at)}</Badge>}
    </Group>
  )
}

/** The limits of a key, if it has any. */
export function NarrowingCell({ value }: CellProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const resources = useResources()
  if (!value) return <Text inherit>{t('access:keys.everything')}</Text>
  const entries = Object.entries(value as Readonly<Record<string, readonly string[]>>)
  return (
    <Stack gap={2}>
      {entries.map(([name, scopes]) => (
        <Text key={name} inherit>
          {labels.many(resources.find((one) => one.name === name) ?? { name })}:{' '}
          {scopes.map((scope) => labels.choice(scope).toLowerCase()).join(', ') || t('access:roles.nothing')}
        </Text>
      ))}
    </Stack>
  )
}
