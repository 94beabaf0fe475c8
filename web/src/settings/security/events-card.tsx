import { Button, Skeleton, Stack } from '@mantine/core'
import { IconAlertTriangle, IconKey, IconLogin2, IconShieldLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sentence } from '../../../../server/src/model/sentence.ts'
import { useFormat } from '../../i18n/locale.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Section } from '../section.tsx'
import { type SecurityEvent, securityEventsQuery } from './access-queries.ts'
import { useDeviceName } from './device.ts'
import { ListRow } from './list-row.tsx'
import classes from './security.module.css'

const FEW = 8

/** What has happened to the user's sign-in lately. */
export function EventsCard() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(securityEventsQuery)
  const [areAllShown, setAllShown] = useState(false)
  if (error) return <ErrorPanel error={error} retry={refetch} />
  const shown = areAllShown ? data : data?.slice(0, FEW)
  return (
    <Section title={t('security:events.title')} text={t('security:events.text')}>
      {shown ? (
        <Stack component="ul" gap={0} className={classes.list}>
          {shown.map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </Stack>
      ) : (
        <Skeleton h={200} />
      )}
      {data && data.length > FEW && !areAllShown && (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => setAllShown(true)}>
          {t('security:events.more', { count: data.length })}
        </Button>
      )}
    </Section>
  )
}

/** What the user should have done, or else look into. */
const ALARMING = ['login-failed', 'second-factor-failed', 'refresh-reused']

function EventRow({ event: { action, subject, at, address, userAgent } }: { event: SecurityEvent }) {
  const format = useFormat()
  const nameOf = useDeviceName()
  const isAlarming = ALARMING.includes(action)
  return (
    <ListRow
      icon={<EventIcon action={action} isAlarming={isAlarming} />}
      title={wordsOf(action, subject)}
      hint={format.instant(at)}
      details={[userAgent && nameOf(userAgent), address, format.ago(at)]}
    />
  )
}

/** What the server calls every authenticator app. Other names were given by users. */
const APP = 'Authenticator app'

/** An event of a newer server is at least named. */
function wordsOf(action: string, subject: string | null): string {
  const key = `security:events.of.${action}`
  const words = i18next.exists(key) ? i18next.t(key) : sentence(action)
  return subject ? `${words}: ${subject === APP ? i18next.t('security:app.title') : subject}` : words
}

function EventIcon({ action, isAlarming }: { action: string; isAlarming: boolean }) {
  const props = { size: 20, stroke: 1.5, 'aria-hidden': true }
  if (isAlarming) return <IconAlertTriangle {...props} color="var(--mantine-color-orange-6)" />
  if (action.startsWith('key-')) return <IconKey {...props} />
  return action === 'login' ? <IconLogin2 {...props} /> : <IconShieldLock {...props} />
}
