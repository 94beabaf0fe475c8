import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconArrowLeft, IconFingerprint } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isCode } from '../../api/api-error.ts'
import { canUsePasskeys, signWithPasskey } from '../../api/passkeys.ts'
import { type Credentials, type SecondStep, session } from '../../api/session.ts'
import { Refusal } from '../../ui/refusal.tsx'
import { useFaultText } from '../../ui/use-fault-text.ts'

/** As the server names them. */
type Factor = 'totp' | 'passkey' | 'recovery-code'

interface SecondFactorFormProps {
  readonly step: SecondStep
  readonly onBack: () => void
  readonly onExpired: () => void
}

/** Asks for the second factor: one way at a time, with the others below it. */
export function SecondFactorForm({ step, onBack, onExpired }: SecondFactorFormProps) {
  const { t } = useTranslation()
  const { fault, isBusy, send } = useSending(step, onExpired)
  const factors = step.factors.filter((factor) => factor !== 'passkey' || canUsePasskeys()) as Factor[]
  const [chosen, setChosen] = useState(factors[0]!)
  const usePasskey = () => send(async () => ({ passkey: await signWithPasskey(step.passkeyOptions) }))
  return (
    <Stack>
      <Text size="sm">{t(`security:signIn.${chosen}.text`)}</Text>
      <Refusal reason={fault} />
      {chosen === 'passkey' ? (
        <Button autoFocus fullWidth loading={isBusy} leftSection={<IconFingerprint size={18} />} onClick={usePasskey}>
          {t('security:signIn.passkey.use')}
        </Button>
      ) : (
        <CodeForm key={chosen} factor={chosen} isBusy={isBusy} onSend={(code) => send(async () => ({ code }))} />
      )}
      <Stack gap={4} align="flex-start">
        {factors
          .filter((factor) => factor !== chosen)
          .map((factor) => (
            <Button key={factor} size="compact-sm" variant="subtle" onClick={() => setChosen(factor)}>
              {t(`security:signIn.${factor}.use`)}
            </Button>
          ))}
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconArrowLeft size={14} />}
          onClick={onBack}
        >
          {t('security:signIn.back')}
        </Button>
      </Stack>
    </Stack>
  )
}

/** Sends a proof; once it is accepted, the user is signed in and the form is gone. */
function useSending({ challenge }: SecondStep, onExpired: () => void) {
  const textOf = useFaultText()
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  async function send(proof: () => Promise<Pick<Credentials, 'code' | 'passkey'>>): Promise<void> {
    setBusy(true)
    setFault(undefined)
    try {
      await session.signIn({ challenge, ...(await proof()) })
    } catch (error) {
      setBusy(false)
      if (isCode(error, 'CHALLENGE_EXPIRED')) onExpired()
      else setFault(textOf(error))
    }
  }
  return { fault, isBusy, send }
}

interface CodeFormProps {
  readonly factor: 'totp' | 'recovery-code'
  readonly isBusy: boolean
  readonly onSend: (code: string) => void
}

function CodeForm({ factor, isBusy, onSend }: CodeFormProps) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSend(code)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          name="code"
          label={t(`security:signIn.${factor}.label`)}
          autoComplete="one-time-code"
          inputMode={factor === 'totp' ? 'numeric' : 'text'}
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Group>
          <Button type="submit" fullWidth loading={isBusy} disabled={code.trim() === ''}>
            {t('shell:signIn.action')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
