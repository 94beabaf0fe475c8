import { Button, Skeleton, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import { call, type DataOf } from '../../api/call.ts'
import { Refusal } from '../../ui/refusal.tsx'
import { PasswordField } from './password-field.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

type Link = DataOf<'POST /auth/password-links/look-up'>

/** Opened by a link from an invitation or a request for a new password, also while another user is signed in here. */
export function SetPasswordPage() {
  const { t } = useTranslation()
  const token = location.hash.slice(1)
  const [isDone, setDone] = useState(false)
  const { data, error } = useQuery({
    queryKey: ['password-link'],
    queryFn: async () => (await call('POST /auth/password-links/look-up', { body: { token } })).data,
    retry: false,
    enabled: !isDone,
  })
  if (isDone) return <Ended title={t('security:setPassword.doneTitle')} text={t('security:setPassword.done')} />
  if (error)
    return (
      <Ended
        title={t('security:setPassword.invalidTitle')}
        text={error instanceof ApiError && error.status === 422 ? t('security:setPassword.invalid') : error.message}
      />
    )
  if (!data)
    return (
      <SignInFrame title={t('security:setPassword.title')}>
        <Skeleton h={200} />
      </SignInFrame>
    )
  return (
    <SignInFrame
      title={t(`security:setPassword.${data.purpose}`, { name: data.name })}
      text={t('security:setPassword.text')}
    >
      <SetPasswordForm link={data} token={token} onDone={() => setDone(true)} />
    </SignInFrame>
  )
}

function Ended({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation()
  return (
    <SignInFrame title={title} text={text}>
      <Button component="a" href="/" fullWidth>
        {t('security:setPassword.signIn')}
      </Button>
    </SignInFrame>
  )
}

function SetPasswordForm({ link, token, onDone }: { link: Link; token: string; onDone: () => void }) {
  const { t } = useTranslation()
  const [newPassword, setNewPassword] = useState('')
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setBusy(true)
    setFault(undefined)
    try {
      await call('POST /auth/password-links/redeem', { body: { token, newPassword } })
      onDone()
    } catch (error) {
      const [detail] = error instanceof ApiError ? error.details : []
      setFault(detail?.message ?? (error as Error).message)
      setBusy(false)
    }
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Refusal reason={fault} />
        <TextInput label={t('shell:signIn.email')} type="email" autoComplete="username" value={link.email} readOnly />
        <PasswordField
          label={t('security:setPassword.newPassword')}
          description={t('security:setPassword.rule')}
          autoComplete="new-password"
          autoFocus
          value={newPassword}
          aria-invalid={fault !== undefined}
          onChange={(event) => setNewPassword(event.currentTarget.value)}
        />
        <Button type="submit" loading={isBusy} disabled={!newPassword} fullWidth mt="xs">
          {t('security:setPassword.action')}
        </Button>
      </Stack>
    </form>
  )
}
