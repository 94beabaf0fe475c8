import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { createPasskey } from '../../api/passkeys.ts'
import { useDeviceName } from './device.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { StepForm } from './step-form.tsx'
import type { SetUpProps } from './totp-set-up.tsx'
import { useAttempt } from './use-attempt.ts'

/** A name for the passkey, then the browser's own window, and recovery codes with the first factor. */
export function PasskeySetUp({ onDone, onCancel, onCodes }: SetUpProps) {
  const { t } = useTranslation()
  const nameOf = useDeviceName()
  const { attempt, ...state } = useAttempt()
  const [name, setName] = useState(() => nameOf(navigator.userAgent))
  const [codes, setCodes] = useState<readonly string[]>()
  async function add(): Promise<void> {
    const { challenge, passkeyOptions } = (await call('POST /auth/two-factor/passkeys/options')).data
    const passkey = await createPasskey(passkeyOptions)
    const { data } = await call('POST /auth/two-factor/passkeys', { body: { name, challenge, passkey } })
    if (!data.recoveryCodes?.length) return onDone()
    onCodes?.()
    setCodes(data.recoveryCodes)
  }
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  return (
    <StepForm
      {...state}
      action={t('security:passkeys.add')}
      isReady={name.trim() !== ''}
      onSubmit={() => void attempt(add)}
      onCancel={onCancel}
    >
      <Text size="sm">{t('security:passkeys.addText')}</Text>
      <TextInput
        autoFocus
        data-autofocus
        label={t('security:passkeys.name')}
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </StepForm>
  )
}
