import { Card, Center, Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { Logo } from './logo.tsx'
import { SignInForm } from './sign-in-form.tsx'
import classes from './sign-in-page.module.css'

export function SignInPage() {
  const { t } = useTranslation()
  useDocumentTitle(`${t('shell:signIn.title')} · Kontor`)
  return (
    <Center component="main" className={classes.page}>
      <Stack gap="lg" className={classes.column}>
        <Group justify="center" gap="sm">
          <Logo size={36} />
          <Text fw={700} fz="xl">
            Kontor
          </Text>
        </Group>
        <Card padding="xl" shadow="md">
          <Title order={1} mb={4}>
            {t('shell:signIn.title')}
          </Title>
          <Text c="dimmed" size="sm" mb="lg">
            {t('shell:signIn.text')}
          </Text>
          <SignInForm />
        </Card>
      </Stack>
    </Center>
  )
}
