import { SimpleGrid, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../api/use-session.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { AppearanceCard } from './appearance-card.tsx'
import { FormatsCard } from './formats-card.tsx'
import { SecurityCard } from './security-card.tsx'
import { WhoCard } from './who-card.tsx'

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
