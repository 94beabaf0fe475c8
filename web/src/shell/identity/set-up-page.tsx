import { Button, Group } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { session } from '../../api/session.ts'
import { useUser } from '../../api/use-session.ts'
import { SecondFactorSetUp } from '../../settings/security/second-factor-set-up.tsx'
import { SignInFrame } from '../entrance/sign-in-frame.tsx'

/** In the place of the application, for a user whose role requires a second factor and whose time to set it up is over. */
export function SetUpPage() {
  const { t } = useTranslation()
  const { name } = useUser()
  const client = useQueryClient()
  return (
    <SignInFrame
      title={t('security:setUp.title')}
      text={t('security:setUp.text', { name })}
      isWide
      below={
        <Group justify="center">
          <Button variant="subtle" leftSection={<IconLogout size={16} />} onClick={() => session.signOut()}>
            {t('shell:signOut')}
          </Button>
        </Group>
      }
    >
      <SecondFactorSetUp onDone={() => void client.invalidateQueries()} />
    </SignInFrame>
  )
}
