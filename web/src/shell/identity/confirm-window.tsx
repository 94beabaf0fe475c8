import '@mantine/core/styles/PasswordInput.layer.css'
import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { identity } from '../../api/identity.ts'
import { canUsePasskeys, signWithPasskey } from '../../api/passkeys.ts'
import { SSO_CONFIRMATION, signInOptionsQuery } from '../../api/sign-in-options.ts'
import { twoFactorQuery } from '../../api/two-factor.ts'
import { Refusal } from '../../ui/refusal.tsx'
import { useFaultText } from '../../ui/use-fault-text.ts'
import { appRequestQuery } from '../consent/app-request.ts'
import { isForApp } from '../consent/is-for-app.ts'

/** Above every other window. */
const Z_INDEX = 400

/** The password, or a passkey. Whatever waits for it goes on by itself. */
export function ConfirmWindow({ onCancel }: { onCancel: () => void }) {
  const { t } = useTranslation()
  const { fault, busy, confirmBy } = useConfirmation()
  const [password, setPassword] = useState('')
  const app = useQuery({ ...appRequestQuery, enabled: isForApp() }).data?.app
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void confirmBy('password', async () => ({ password }))
  }
  return (
    <Modal
      opened
      onClose={onCancel}
      zIndex={Z_INDEX}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('security:confirm.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text size="sm">{app ? t('security:confirm.forApp', { app }) : t('security:confirm.text')}</Text>
          <Refusal reason={fault} />
          <PasswordInput
            data-autofocus
            label={t('shell:signIn.password')}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            visibilityToggleButtonProps={{
              'aria-label': t('shell:signIn.showPassword'),
              'aria-hidden': false,
              tabIndex: 0,
            }}
          />
          <Choices busy={busy} canSubmit={password !== ''} confirmBy={confirmBy} onCancel={onCancel} />
        </Stack>
      </form>
    </Modal>
  )
}

interface ChoicesProps extends Pick<ReturnType<typeof useConfirmation>, 'busy' | 'confirmBy'> {
  readonly canSubmit: boolean
  readonly onCancel: () => void
}

/** The password, and what may stand in for it. */
function Choices({ busy, canSubmit, confirmBy, onCancel }: ChoicesProps) {
  const { t } = useTranslation()
  const { data } = useQuery(twoFactorQuery)
  const { data: options } = useQuery(signInOptionsQuery)
  const hasPasskey = canUsePasskeys() && (data?.passkeys.length ?? 0) > 0
  return (
    <Group justify="flex-end">
      {hasPasskey && (
        <Button
          variant="default"
          mr="auto"
          leftSection={<IconFingerprint size={18} />}
          loading={busy === 'passkey'}
          onClick={() => confirmBy('passkey', signedChallenge)}
        >
          {t('security:signIn.passkey.use')}
        </Button>
      )}
      {options?.sso && (
        <Button variant="default" onClick={confirmAtProvider}>
          {t('security:sso.confirm', { name: options.sso })}
        </Button>
      )}
      <Button variant="default" onClick={onCancel}>
        {t('common:cancel')}
      </Button>
      <Button type="submit" loading={busy === 'password'} disabled={!canSubmit}>
        {t('security:confirm.action')}
      </Button>
    </Group>
  )
}

/** In another window, so that nothing of this page is lost. What waits goes on when the user comes back. */
function confirmAtProvider(): void {
  window.open(SSO_CONFIRMATION)
  window.addEventListener('focus', () => identity.isConfirmed(), { once: true })
}

type Proof = Parameters<typeof call<'POST /auth/reauthenticate'>>[1]['body']

async function signedChallenge(): Promise<Proof> {
  const { challenge, passkeyOptions } = (await call('POST /auth/reauthenticate/passkey')).data
  return { challenge, passkey: await signWithPasskey(passkeyOptions) }
}

function useConfirmation() {
  const textOf = useFaultText()
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState<'password' | 'passkey'>()
  async function confirmBy(means: 'password' | 'passkey', proof: () => Promise<Proof>): Promise<void> {
    setBusy(means)
    setFault(undefined)
    try {
      await call('POST /auth/reauthenticate', { body: await proof() })
      identity.isConfirmed()
    } catch (error) {
      setFault(textOf(error))
    }
    setBusy(undefined)
  }
  return { fault, busy, confirmBy }
}
