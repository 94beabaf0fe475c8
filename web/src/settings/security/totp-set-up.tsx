import { Code, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isCode } from '../../api/api-error.ts'
import { call, type DataOf } from '../../api/call.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { PasswordStep, StepForm } from './step-form.tsx'
import { useAttempt } from './use-attempt.ts'

const QrCode = lazyPart(() => import('./qr-code.tsx').then((module) => module.QrCode))
const QR_SIZE = 200

export interface SetUpProps {
  readonly onDone: () => void
  readonly onCancel: () => void
  /** From now on the window shows what is not shown again. */
  readonly onCodes?: () => void
}

type Begun = DataOf<'POST /auth/two-factor/totp'>

/** The password, then the secret for the app, then its first code, then recovery codes. */
export function TotpSetUp({ onDone, onCancel, onCodes }: SetUpProps) {
  const { t } = useTranslation()
  const { attempt, ...state } = useAttempt()
  const [begun, setBegun] = useState<Begun>()
  const [codes, setCodes] = useState<readonly string[]>()
  const begin = async (currentPassword: string) =>
    setBegun((await call('POST /auth/two-factor/totp', { body: { currentPassword } })).data)
  async function confirm(code: string): Promise<void> {
    const { data } = await call('POST /auth/two-factor/totp/confirm', { body: { code } }).catch((error) => {
      throw isCode(error, 'VALIDATION_ERROR') ? new Error(t('security:app.wrong')) : error
    })
    onCodes?.()
    setCodes(data.recoveryCodes)
  }
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (begun)
    return (
      <CodeStep
        key="code"
        begun={begun}
        {...state}
        onCancel={onCancel}
        onCode={(code) => attempt(() => confirm(code))}
      />
    )
  return (
    <PasswordStep
      key="password"
      {...state}
      action={t('security:setUp.next')}
      onCancel={onCancel}
      onPassword={(password) => attempt(() => begin(password))}
    >
      <Text size="sm">{t('security:app.passwordText')}</Text>
    </PasswordStep>
  )
}

interface CodeStepProps extends Omit<ReturnType<typeof useAttempt>, 'attempt'> {
  readonly begun: Begun
  readonly onCancel: () => void
  readonly onCode: (code: string) => void
}

function CodeStep({ begun: { secret, otpauthUrl }, onCode, ...props }: CodeStepProps) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  return (
    <StepForm {...props} action={t('security:app.confirm')} isReady={code.trim() !== ''} onSubmit={() => onCode(code)}>
      <Text size="sm">{t('security:app.scan')}</Text>
      <Group justify="center">
        <Suspense fallback={<Skeleton h={QR_SIZE} w={QR_SIZE} />}>
          <QrCode text={otpauthUrl} size={QR_SIZE} label={t('security:app.qr')} />
        </Suspense>
      </Group>
      <Stack gap={4}>
        <Text size="sm">{t('security:app.secret')}</Text>
        <Group gap="xs">
          <Code>{secret.match(/.{1,4}/g)!.join(' ')}</Code>
          <CopyButton value={secret} label={t('common:copy')} />
        </Group>
      </Stack>
      <TextInput
        autoFocus
        label={t('security:app.code')}
        description={t('security:app.codeText')}
        autoComplete="one-time-code"
        inputMode="numeric"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
    </StepForm>
  )
}
