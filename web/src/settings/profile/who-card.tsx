import { Avatar, Badge, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../api/use-session.ts'
import { Section } from '../section.tsx'

export function WhoCard() {
  const { t } = useTranslation()
  const { name, email, role } = useUser()
  return (
    <Section title={t('settings:profile.who')} text={t('settings:profile.whoText')}>
      <Group wrap="nowrap">
        <Avatar name={name} color="brand" radius="xl" size={48} />
        <Stack gap={2} miw={0}>
          <Group gap="xs">
            <Text fw={600}>{name}</Text>
            <Badge color="gray">{role}</Badge>
          </Group>
          <Text size="sm" c="dimmed" truncate>
            {email}
          </Text>
        </Stack>
      </Group>
    </Section>
  )
}
