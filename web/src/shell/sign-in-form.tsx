import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isStatus } from '../api/api-error.ts'
import { type SecondStep, session } from '../api/session.ts'
import { Refusal } from '../ui/refusal.tsx'
import { useFaultText } from '../ui/use-fault-text.ts'
import { PasswordField } from './entrance/password-field.tsx'
import { SecondFactorForm } from './identity/second-factor-form.tsx'

interface SignInFormProps {
  /** The user whose work is on the screen, if only this user may continue. */
  readonly email?: string
  /** The user who is expected. */
  readonly hint?: string | null | undefined
}

export function SignInForm({ email, hint }: SignInFormProps) {
  const [typed, setTyped] = useState(hint ?? '')
  const [step, setStep] = useState<SecondStep>()
  const [isExpired, setExpired] = useState(false)
  const begin = (wasExpired: boolean) => {
    setStep(undefined)
    setExpired(wasExpired)
  }
  if (step) return <SecondFactorForm step={step} onBack={() => begin(false)} onExpired={() => begin(true)} />
  return (
    <PasswordForm
      email={email}
      typed={typed}
      isExpired={isExpired}
      onStep={(next, used) => {
        setTyped(used)
        setStep(next)
      }}
    />
  )
}

interface PasswordFormProps {
  readonly email: string | undefined
  /** The e-mail address of an earlier attempt. */
  readonly typed: string
  /** The second step took too long. */
  readonly isExpired: boolean
  readonly onStep: (step: SecondStep, email: string) => void
}

function PasswordForm({ email, typed, isExpired, onStep }: PasswordFormProps) {
  const { t } = useTranslation()
  const textOf = useFaultText()
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const isKnown = email !== undefined || typed !== ''

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const entries = new FormData(event.currentTarget)
    const used = email ?? String(entries.get('email'))
    setBusy(true)
    setFault(undefined)
    try {
      const step = await session.signIn({ email: used, password: String(entries.get('password')) })
      if (step) onStep(step, used)
    } catch (error) {
      setFault(isStatus(error, 401, 422) ? t('shell:signIn.wrong') : textOf(error))
      setBusy(false)
    }
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {isExpired && !fault && (
          <Alert role="status" variant="outline" color="yellow" icon={<IconClock size={18} />}>
            {t('security:signIn.expired')}
          </Alert>
        )}
        <Refusal reason={fault} />
        <TextInput
          name="email"
          type="email"
          label={t('shell:signIn.email')}
          autoComplete="username"
          {...(email ? { value: email, readOnly: true } : { defaultValue: typed, autoFocus: !isKnown })}
        />
        <PasswordField
          name="password"
          label={t('shell:signIn.password')}
          autoComplete="current-password"
          // A window gives the focus to what is marked, else to its first field.
          {...(isKnown && { autoFocus: true, 'data-autofocus': true })}
        />
        <Button type="submit" loading={isBusy} fullWidth mt="xs">
          {t('shell:signIn.action')}
        </Button>
      </Stack>
    </form>
  )
}
