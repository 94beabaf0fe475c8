import { Button, Group, PasswordInput, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { errorsFrom } from '../../screens/form/form-values.ts'
import { Refusal } from '../../ui/refusal.tsx'
import { toast } from '../../ui/toast.tsx'
import { Section } from './section.tsx'
import { sessionsQuery } from './sessions-query.ts'

const FIELDS = ['currentPassword', 'newPassword'] as const

/** One's own password, knowing the old one. */
export function PasswordCard() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [values, setValues] = useState({ currentPassword: '', newPassword: '' })
  const [fault, setFault] = useState<ApiError>()
  const [isBusy, setBusy] = useState(false)
  const errors = fault ? errorsFrom(fault.details) : {}

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setBusy(true)
    setFault(undefined)
    try {
      await call('POST /auth/password', { body: values })
      setValues({ currentPassword: '', newPassword: '' })
      toast.done(t('settings:password.changed'))
      await client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    } catch (error) {
      if (error instanceof ApiError) setFault(error)
      else toast.failed(error)
    }
    setBusy(false)
  }

  return (
    <Section title={t('settings:password.title')} text={t('settings:password.text')}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Refusal reason={fault && fault.status !== 422 ? fault.message : undefined} />
          {FIELDS.map((name) => (
            <PasswordInput
              key={name}
              label={t(`settings:password.${name}`)}
              autoComplete={name === 'newPassword' ? 'new-password' : 'current-password'}
              value={values[name]}
              error={errors[name]}
              aria-invalid={errors[name] !== undefined}
              onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
              visibilityToggleButtonProps={{
                'aria-label': t('shell:signIn.showPassword'),
                'aria-hidden': false,
                tabIndex: 0,
              }}
            />
          ))}
          <Group>
            <Button type="submit" loading={isBusy} disabled={!values.currentPassword || !values.newPassword}>
              {t('settings:password.change')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
