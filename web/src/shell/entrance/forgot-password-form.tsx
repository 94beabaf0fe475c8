import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { IconMailCheck } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { Refusal } from '../../ui/refusal.tsx'

/** Asks for a link by mail. The response is the same whether or not a user has the address. */
export function ForgotPasswordForm() {
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [isSent, setSent] = useState(false)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setBusy(true)
    setFault(undefined)
    try {
      await call('POST /auth/forgot-password', { body: { email, language: currentLanguage() } })
      setSent(true)
    } catch (error) {
      const isWithoutMail = error instanceof ApiError && error.code === 'MAIL_NOT_CONFIGURED'
      setFault(
        isWithoutMail
          ? t('security:forgotPassword.askAdministrator', { email: email.trim() })
          : (error as Error).message,
      )
    }
    setBusy(false)
  }

  if (isSent)
    return (
      <Alert role="status" variant="light" icon={<IconMailCheck size={18} />}>
        {t('security:forgotPassword.sent')}
      </Alert>
    )
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Refusal reason={fault} />
        <TextInput
          type="email"
          label={t('shell:signIn.email')}
          autoComplete="username"
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" loading={isBusy} disabled={!email.trim()} fullWidth mt="xs">
          {t('security:forgotPassword.action')}
        </Button>
      </Stack>
    </form>
  )
}
