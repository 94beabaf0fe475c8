import { Alert, Group, Text } from '@mantine/core'
import { IconShieldExclamation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { meQuery } from '../../api/me.ts'
import { useFormat } from '../../i18n/locale.tsx'
import { AnchorLink } from '../../ui/links.tsx'

/** By when the user has to set up a second factor, and where. */
export function DueBanner() {
  const { t } = useTranslation()
  const format = useFormat()
  const { data } = useQuery(meQuery)
  if (!data?.secondFactorDueAt) return null
  return (
    <Alert role="status" color="yellow" variant="outline" icon={<IconShieldExclamation size={18} />} mb="md">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{t('shell:secondFactor.due', { day: format.day(data.secondFactorDueAt) })}</Text>
        <AnchorLink href="/profile/security" size="sm" underline="always">
          {t('shell:secondFactor.now')}
        </AnchorLink>
      </Group>
    </Alert>
  )
}
