import { Button, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isStatus } from '../api/api-error.ts'
import { session } from '../api/session.ts'
import { Refusal } from '../ui/refusal.tsx'
import { PasswordField } from './entrance/password-field.tsx'

/** `email`: the user whose work is on the screen, if only this user may continue. */
export function SignInForm({ email }: { email?: string }) {
  const { t } = useTranslation()
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const entries = new FormData(event.currentTarget)
    setBusy(true)
    setFault(undefined)
    try {
      await session.signIn(email ?? String(entries.get('email')), String(entries.get('password')))
    } catch (error) {
      setFault(isStatus(error, 401, 422) ? t('shell:signIn.wrong') : (error as Error).message)
      setBusy(false)
    }
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Refusal reason={fault} />
        <TextInput
          name="email"
          type="email"
          label={t('shell:signIn.email')}
          autoComplete="username"
          {...(email ? { value: email, readOnly: true } : { autoFocus: true })}
        />
        <PasswordField
          name="password"
          label={t('shell:signIn.password')}
          autoComplete="current-password"
          autoFocus={email !== undefined}
        />
        <Button type="submit" loading={isBusy} fullWidth mt="xs">
          {t('shell:signIn.action')}
        </Button>
      </Stack>
    </form>
  )
}
