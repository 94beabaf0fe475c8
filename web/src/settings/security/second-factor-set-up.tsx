import { Stack, Text, UnstyledButton } from '@mantine/core'
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { canUsePasskeys } from '../../api/passkeys.ts'
import { PasskeySetUp } from './passkey-set-up.tsx'
import classes from './security.module.css'
import { TotpSetUp } from './totp-set-up.tsx'

/** The first second factor of a user: which one, and then its steps. */
export function SecondFactorSetUp({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<'app' | 'passkey'>()
  const props = { onDone, onCancel: () => setChosen(undefined) }
  if (chosen === 'app') return <TotpSetUp {...props} />
  if (chosen === 'passkey') return <PasskeySetUp {...props} />
  return (
    <Stack gap="sm">
      <Way
        icon={<IconDeviceMobile size={24} stroke={1.5} aria-hidden />}
        title={t('security:app.title')}
        text={t('security:app.text')}
        onChoose={() => setChosen('app')}
      />
      {canUsePasskeys() && (
        <Way
          icon={<IconFingerprint size={24} stroke={1.5} aria-hidden />}
          title={t('security:passkeys.one')}
          text={t('security:passkeys.text')}
          onChoose={() => setChosen('passkey')}
        />
      )}
    </Stack>
  )
}

interface WayProps {
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
  readonly onChoose: () => void
}

const Way = ({ icon, title, text, onChoose }: WayProps) => (
  <UnstyledButton className={classes.way} onClick={onChoose}>
    {icon}
    <Stack gap={2}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
    </Stack>
  </UnstyledButton>
)
