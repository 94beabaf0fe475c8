import { Badge, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CellProps } from '../../fields/field-kind.ts'
import { useFormat, useLabels } from '../../i18n/locale.tsx'

const COLOURS: Readonly<Record<string, string>> = { healthy: 'teal', failing: 'orange' }

/** Whether it is on and works, and since when it does not. */
export function HealthCell({ value, row }: CellProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const labels = useLabels()
  const health = String(value)
  return (
    <Group gap={8}>
      <Badge color={COLOURS[health] ?? 'gray'}>{labels.choice(health)}</Badge>
      {health === 'failing' && typeof row.failingSince === 'string' && (
        <Text inherit c="dimmed">
          {t('webhooks:since', { time: format.instant(row.failingSince) })}
        </Text>
      )}
    </Group>
  )
}
