import { SimpleGrid, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../ui/page-header.tsx'
import { AccessCard } from './access-card.tsx'
import { EmailCard } from './email-card.tsx'
import { EventsCard } from './events-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'

/** How the user signs in, what can act for the user, and what has happened lately. */
export function Page() {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader
        title={t('settings:security.title')}
        description={t('settings:security.text')}
        trail={[{ label: t('settings:profile.title'), href: '/profile' }]}
      />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Stack gap="md">
          <SecondFactorCard />
          <PasswordCard />
          <EmailCard />
        </Stack>
        <Stack gap="md">
          <AccessCard />
          <EventsCard />
        </Stack>
      </SimpleGrid>
    </>
  )
}
