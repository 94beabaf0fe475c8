import '@mantine/core/styles/PasswordInput.layer.css'
import { Button, Group, PasswordInput, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Refusal } from '../../ui/refusal.tsx'
import type { useAttempt } from './use-attempt.ts'

interface StepFormProps extends Pick<ReturnType<typeof useAttempt>, 'fault' | 'isBusy'> {
  readonly action: string
  readonly isReady: boolean
  readonly onSubmit: () => void
  readonly onCancel: () => void
  readonly isDangerous?: boolean
  readonly children: ReactNode
}

/** One step of several: why it was refused, what it asks for, and the way on and back. */
export function StepForm(props: StepFormProps) {
  const { fault, isBusy, action, isReady, onSubmit, onCancel, isDangerous, children } = props
  const { t } = useTranslation()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !isBusy) onSubmit()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Refusal reason={fault} />
        {children}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={!isReady} {...(isDangerous && { color: 'red' })}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface PasswordStepProps extends Pick<StepFormProps, 'fault' | 'isBusy' | 'action' | 'onCancel' | 'isDangerous'> {
  readonly onPassword: (password: string) => void
  readonly children: ReactNode
}

/** Asks for the current password. */
export function PasswordStep({ onPassword, children, ...props }: PasswordStepProps) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  return (
    <StepForm {...props} isReady={password !== ''} onSubmit={() => onPassword(password)}>
      {children}
      <PasswordInput
        autoFocus
        data-autofocus
        label={t('security:password.currentPassword')}
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{
          'aria-label': t('shell:signIn.showPassword'),
          'aria-hidden': false,
          tabIndex: 0,
        }}
      />
    </StepForm>
  )
}
