import { Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { session } from '../api/session.ts'
import { SingleSignOn } from './entrance/single-sign-on.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** Shown over the page, so that unsaved input is not lost. */
export function SignInAgain({ email }: { email: string }) {
  const { t } = useTranslation()
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('shell:signIn.again')}
    >
      <Text size="sm" c="dimmed" mb="md">
        {t('shell:signIn.againText')}
      </Text>
      <SingleSignOn onReturn={() => void session.refresh()}>
        <SignInForm email={email} />
      </SingleSignOn>
    </Modal>
  )
}
