import { Group, Progress, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/locale.tsx'
import type { Window } from '../usage-query.ts'

const NEARLY_FULL = 0.8

/** How many requests of a minute or a day are used up. */
export function UsageBar({ name, limit, used }: Window & { name: 'minute' | 'day' }) {
  const { t } = useTranslation()
  const format = useFormat()
  const share = limit === null ? 0 : used / limit
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={500}>
          {t(`administration:plan.${name}`)}
        </Text>
        <Text size="sm" c="dimmed" className="numbers">
          {limit === null
            ? t('administration:plan.unlimited', { used: format.number(used) })
            : t('administration:plan.used', { used: format.number(used), limit: format.number(limit) })}
        </Text>
      </Group>
      <Progress
        aria-label={t(`administration:plan.${name}`)}
        value={Math.min(100, share * 100)}
        color={share > NEARLY_FULL ? 'orange' : 'brand'}
      />
    </div>
  )
}
