import { Avatar, Badge, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../api/use-session.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../section.tsx'
import { AppearanceCard } from './appearance-card.tsx'
import { FormatsCard } from './formats-card.tsx'

/** What belongs to the user, whatever the role. */
export function Page() {
  const { t } = useTranslation()
  const { name } = useUser()
  return (
    <>
      <PageHeader title={t('settings:profile.title')} description={t('settings:profile.text', { name })} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Stack gap="md">
          <WhoCard />
          <SecurityCard />
        </Stack>
        <Stack gap="md">
          <AppearanceCard />
          <FormatsCard />
        </Stack>
      </SimpleGrid>
    </>
  )
}

/** Leads to the page of its own. */
function SecurityCard() {
  const { t } = useTranslation()
  return (
    <Section title={t('settings:security.title')} text={t('settings:security.text')}>
      <Group>
        <ButtonLink href="/profile/security" variant="default" leftSection={<IconShieldLock size={16} stroke={1.6} />}>
          {t('settings:security.open')}
        </ButtonLink>
      </Group>
    </Section>
  )
}

function WhoCard() {
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
