import '@mantine/core/styles/PasswordInput.layer.css'
import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import { errorsFrom } from '../../screens/form/form-values.ts'
import { Refusal } from '../../ui/refusal.tsx'
import { toast } from '../../ui/toast.tsx'
import { Section } from '../section.tsx'

interface OwnSignInCardProps<Name extends string> {
  /** Where its texts are, and what the new value is called. */
  readonly area: 'password' | 'email'
  readonly name: Name
  readonly change: (body: Body<Name>) => Promise<unknown>
}

type Body<Name extends string> = Record<'currentPassword' | Name, string>

/** A new password or e-mail address of the user, with the current password. */
export function OwnSignInCard<Name extends 'newPassword' | 'email'>(props: OwnSignInCardProps<Name>) {
  const { area, name } = props
  const { t } = useTranslation()
  const { current, setCurrent, fresh, setFresh, fault, isBusy, submit } = useChange(props)
  const errors = fault ? errorsFrom(fault.details) : {}
  const toggle = { 'aria-label': t('shell:signIn.showPassword'), 'aria-hidden': false, tabIndex: 0 } as const
  const freshProps = {
    label: t(`security:${area}.${name as 'email'}`),
    value: fresh,
    error: errors[name],
    'aria-invalid': errors[name] !== undefined,
    onChange: (event: { currentTarget: { value: string } }) => setFresh(event.currentTarget.value),
  }
  return (
    <Section title={t(`security:${area}.title`)} text={t(`security:${area}.text`)}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Refusal reason={fault && fault.status !== 422 ? fault.message : undefined} />
          <PasswordInput
            label={t(`security:${area}.currentPassword`)}
            autoComplete="current-password"
            value={current}
            error={errors.currentPassword}
            aria-invalid={errors.currentPassword !== undefined}
            onChange={(event) => setCurrent(event.currentTarget.value)}
            visibilityToggleButtonProps={toggle}
          />
          {area === 'password' ? (
            <PasswordInput {...freshProps} autoComplete="new-password" visibilityToggleButtonProps={toggle} />
          ) : (
            <TextInput {...freshProps} type="email" autoComplete="email" />
          )}
          <Group>
            <Button type="submit" loading={isBusy} disabled={!current || !fresh}>
              {t(`security:${area}.change`)}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}

/** What is typed, and what has become of it. */
function useChange<Name extends 'newPassword' | 'email'>({ area, name, change }: OwnSignInCardProps<Name>) {
  const { t } = useTranslation()
  const [current, setCurrent] = useState('')
  const [fresh, setFresh] = useState('')
  const [fault, setFault] = useState<ApiError>()
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setBusy(true)
    setFault(undefined)
    try {
      await change({ currentPassword: current, [name]: fresh } as Body<Name>)
      setCurrent('')
      setFresh('')
      toast.done(t(`security:${area}.changed`))
    } catch (error) {
      if (error instanceof ApiError) setFault(error)
      else toast.failed(error)
    }
    setBusy(false)
  }

  return { current, setCurrent, fresh, setFresh, fault, isBusy, submit }
}
