import { Code, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PartProps } from '../../screens/customisation.ts'
import { CopyButton } from '../../ui/copy-button.tsx'

/** The values that the developer of the app needs. */
export function AppUsage({ row }: PartProps) {
  const { t } = useTranslation()
  const id = String(row.clientId ?? row.id)
  return (
    <Group gap="xs">
      <Text size="sm">{t('access:apps.clientId')}</Text>
      <Code>{id}</Code>
      <CopyButton value={id} label={t('common:copy')} />
    </Group>
  )
}
