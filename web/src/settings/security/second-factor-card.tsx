import { Alert, Badge, Button, Group, Skeleton, Stack } from '@mantine/core'
import { IconDeviceMobile, IconFingerprint, IconLifebuoy, IconShieldExclamation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { canUsePasskeys } from '../../api/passkeys.ts'
import { type TwoFactor, twoFactorQuery } from '../../api/two-factor.ts'
import { useFormat } from '../../i18n/locale.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Section } from '../section.tsx'
import { ListRow } from './list-row.tsx'
import { PasskeyRow } from './passkey-row.tsx'
import { SecondFactorWindow, type WindowName } from './second-factor-window.tsx'
import classes from './security.module.css'

const icon = { size: 20, stroke: 1.5, 'aria-hidden': true } as const
/** So few recovery codes are worth a warning. */
const FEW_CODES = 3

type Open = (name: WindowName) => void

/** The second factor of the user: whether there is one, its parts, and what can be done with each. */
export function SecondFactorCard() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(twoFactorQuery)
  const [opened, setOpened] = useState<WindowName>()
  if (error) return <ErrorPanel error={error} retry={refetch} />
  const badge = data && (
    <Badge flex="none" color={data.isEnabled ? 'teal' : 'gray'}>
      {t(data.isEnabled ? 'security:secondFactor.on' : 'security:secondFactor.off')}
    </Badge>
  )
  return (
    <Section title={t('security:secondFactor.title')} text={t('security:secondFactor.text')} action={badge}>
      {data ? (
        <>
          <Requirement factors={data} />
          <Stack component="ul" gap={0} className={classes.list}>
            <AppRow app={data.totp} onOpen={setOpened} />
            {data.passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} />
            ))}
            <NewPasskeyRow hasOthers={data.passkeys.length > 0} onOpen={setOpened} />
            {data.isEnabled && <CodesRow left={data.recoveryCodesLeft} onOpen={setOpened} />}
          </Stack>
        </>
      ) : (
        <Skeleton h={140} />
      )}
      <SecondFactorWindow name={opened} onClose={() => setOpened(undefined)} />
    </Section>
  )
}

/** Only until it is fulfilled. */
function Requirement({ factors: { isRequired, isEnabled, dueAt } }: { factors: TwoFactor }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (!isRequired || isEnabled || !dueAt) return null
  return (
    <Alert variant="outline" color="yellow" icon={<IconShieldExclamation size={18} />} mb="sm">
      {t('shell:secondFactor.due', { day: format.day(dueAt) })}
    </Alert>
  )
}

function AppRow({ app, onOpen }: { app: TwoFactor['totp']; onOpen: Open }) {
  const { t } = useTranslation()
  const format = useFormat()
  const details = app
    ? [
        app.confirmedAt && t('security:added', { day: format.day(app.confirmedAt) }),
        app.lastUsedAt && t('security:access.seen', { when: format.ago(app.lastUsedAt) }),
      ]
    : [t('security:app.text')]
  return (
    <ListRow icon={<IconDeviceMobile {...icon} />} title={t('security:app.title')} details={details}>
      <Group gap="xs" flex="none">
        <Button size="compact-sm" variant={app ? 'default' : 'light'} onClick={() => onOpen('app')}>
          {t(app ? 'security:app.replace' : 'security:app.setUp')}
        </Button>
        {app && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('security:app.removeLabel')}
            onClick={() => onOpen('remove-app')}
          >
            {t('common:remove')}
          </Button>
        )}
      </Group>
    </ListRow>
  )
}

function NewPasskeyRow({ hasOthers, onOpen }: { hasOthers: boolean; onOpen: Open }) {
  const { t } = useTranslation()
  const can = canUsePasskeys()
  return (
    <ListRow
      icon={<IconFingerprint {...icon} />}
      title={t(hasOthers ? 'security:passkeys.another' : 'security:passkeys.title')}
      details={[t(can ? 'security:passkeys.text' : 'security:passkeys.unavailable')]}
    >
      {can && (
        <Button size="compact-sm" variant="light" flex="none" onClick={() => onOpen('passkey')}>
          {t('security:passkeys.add')}
        </Button>
      )}
    </ListRow>
  )
}

function CodesRow({ left, onOpen }: { left: number; onOpen: Open }) {
  const { t } = useTranslation()
  return (
    <ListRow
      icon={<IconLifebuoy {...icon} />}
      title={t('security:codes.title')}
      badge={left <= FEW_CODES && <Badge color="orange">{t('security:codes.few')}</Badge>}
      details={[t('security:codes.left', { count: left })]}
    >
      <Button size="compact-sm" variant="default" flex="none" onClick={() => onOpen('codes')}>
        {t('security:codes.renew')}
      </Button>
    </ListRow>
  )
}
