import { Button, Card, Center, Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconLogout } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { session } from '../../api/session.ts'
import { useUser } from '../../api/use-session.ts'
import { SecondFactorSetUp } from '../../settings/security/second-factor-set-up.tsx'
import classes from '../entrance/sign-in-frame.module.css'
import { Logo } from '../logo.tsx'

/** In the place of the application, for a user whose role requires a second factor and whose time to set it up is over. */
export function SetUpPage() {
  const { t } = useTranslation()
  const { name } = useUser()
  const client = useQueryClient()
  useDocumentTitle(`${t('security:setUp.title')} · Kontor`)
  return (
    <Center component="main" className={classes.page}>
      <Stack gap="lg" className={classes.wide}>
        <Group justify="center" gap="sm">
          <Logo size={36} />
          <Text fw={700} fz="xl">
            Kontor
          </Text>
        </Group>
        <Card padding="xl" shadow="md">
          <Title order={1} mb={4}>
            {t('security:setUp.title')}
          </Title>
          <Text c="dimmed" size="sm" mb="lg">
            {t('security:setUp.text', { name })}
          </Text>
          <SecondFactorSetUp onDone={() => void client.invalidateQueries()} />
        </Card>
        <Group justify="center">
          <Button variant="subtle" leftSection={<IconLogout size={16} />} onClick={() => session.signOut()}>
            {t('shell:signOut')}
          </Button>
        </Group>
      </Stack>
    </Center>
  )
}
