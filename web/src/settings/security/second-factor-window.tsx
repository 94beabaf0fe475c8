import { Modal, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { toast } from '../../ui/toast.tsx'
import { rereadSecurity } from './access-queries.ts'
import { PasskeySetUp } from './passkey-set-up.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { PasswordStep, StepForm } from './step-form.tsx'
import { type SetUpProps, TotpSetUp } from './totp-set-up.tsx'
import { useAttempt } from './use-attempt.ts'

export type WindowName = 'app' | 'remove-app' | 'passkey' | 'codes'

interface SecondFactorWindowProps {
  readonly name: WindowName | undefined
  readonly onClose: () => void
}

/** One window for everything that takes steps. While it shows recovery codes, only its own button closes it. */
export function SecondFactorWindow({ name, onClose }: SecondFactorWindowProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [isHeld, setHeld] = useState(false)
  const close = () => {
    setHeld(false)
    onClose()
  }
  const done = (message: string) => () => {
    close()
    toast.done(message)
    void rereadSecurity(client)
  }
  const props = { onCancel: close, onCodes: () => setHeld(true) }
  const content: Readonly<Record<WindowName, ReactNode>> = {
    app: <TotpSetUp {...props} onDone={done(t('security:app.done'))} />,
    'remove-app': <RemoveApp {...props} onDone={done(t('security:app.removed'))} />,
    passkey: <PasskeySetUp {...props} onDone={done(t('security:passkeys.done'))} />,
    codes: <NewCodes {...props} onDone={done(t('security:codes.renewed'))} />,
  }
  return (
    <Modal
      opened={name !== undefined}
      onClose={close}
      title={name && t(`security:windows.${name}`)}
      closeOnClickOutside={false}
      closeOnEscape={!isHeld}
      withCloseButton={!isHeld}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {name && content[name]}
    </Modal>
  )
}

function RemoveApp({ onDone, onCancel }: SetUpProps) {
  const { t } = useTranslation()
  const { attempt, ...state } = useAttempt()
  async function remove(currentPassword: string): Promise<void> {
    await call('DELETE /auth/two-factor/totp', { body: { currentPassword } })
    onDone()
  }
  return (
    <PasswordStep
      {...state}
      action={t('common:remove')}
      isDangerous
      onCancel={onCancel}
      onPassword={(password) => attempt(() => remove(password))}
    >
      <Text size="sm">{t('security:app.removeText')}</Text>
    </PasswordStep>
  )
}

function NewCodes({ onDone, onCancel, onCodes }: SetUpProps) {
  const { t } = useTranslation()
  const { attempt, ...state } = useAttempt()
  const [codes, setCodes] = useState<readonly string[]>()
  async function renew(): Promise<void> {
    const { data } = await call('POST /auth/two-factor/recovery-codes')
    onCodes?.()
    setCodes(data.recoveryCodes)
  }
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  return (
    <StepForm
      {...state}
      action={t('security:codes.renew')}
      isReady
      onSubmit={() => void attempt(renew)}
      onCancel={onCancel}
    >
      <Text size="sm">{t('security:codes.renewText')}</Text>
    </StepForm>
  )
}
