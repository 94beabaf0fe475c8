import { Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
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
      <SignInForm email={email} />
    </Modal>
  )
}
