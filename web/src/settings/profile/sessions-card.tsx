import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconApps, IconDeviceDesktop, IconTerminal2 } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { useFormat } from '../../i18n/locale.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { toast } from '../../ui/toast.tsx'
import { deviceOf } from './device.ts'
import classes from './profile.module.css'
import { Section } from './section.tsx'
import { type OwnSession, sessionsQuery } from './sessions-query.ts'

/** The sessions of the user, each with a button to end it. */
export function SessionsCard() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(sessionsQuery)
  async function end(request: () => Promise<unknown>, message: string): Promise<void> {
    try {
      await request()
      toast.done(message)
      await client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    } catch (failure) {
      toast.failed(failure)
    }
  }
  const endOne = (id: string) =>
    end(() => call('DELETE /auth/sessions/{id}', { path: { id } }), t('settings:sessions.ended'))
  async function endOthers(): Promise<void> {
    const question = { title: t('settings:sessions.endOthersTitle'), text: t('settings:sessions.endOthersText') }
    if (!(await confirm({ ...question, action: t('settings:sessions.endOthers'), isDangerous: true }))) return
    await end(() => call('DELETE /auth/sessions'), t('settings:sessions.othersEnded'))
  }
  const others = (data ?? []).filter(({ isCurrent }) => !isCurrent)
  const endAll = others.length > 0 && (
    <Button size="compact-sm" variant="subtle" color="red" flex="none" onClick={endOthers}>
      {t('settings:sessions.endOthers')}
    </Button>
  )
  if (error) return <ErrorPanel error={error} retry={refetch} />
  return (
    <Section title={t('settings:sessions.title')} text={t('settings:sessions.text')} action={endAll}>
      {data ? (
        <Stack component="ul" gap={0} className={classes.list}>
          {data
            .toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
            .map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => endOne(session.id)} />
            ))}
        </Stack>
      ) : (
        <Skeleton h={120} />
      )}
    </Section>
  )
}

const ICONS = { api: IconTerminal2, web: IconDeviceDesktop, oauth: IconApps } as const

function SessionRow({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { kind, isCurrent, address, lastSeenAt } = session
  const Icon = ICONS[kind]
  const seen = t('settings:sessions.seen', { when: format.ago(lastSeenAt) })
  const device = session.userAgent ? deviceOf(session.userAgent) : t('settings:sessions.unknown')
  return (
    <Group component="li" wrap="nowrap" className={classes.row}>
      <Icon size={20} stroke={1.5} aria-hidden />
      <Stack gap={0} flex={1} miw={0}>
        <Group gap="xs">
          <Text size="sm" fw={500} title={session.userAgent ?? undefined} truncate>
            {device}
          </Text>
          {isCurrent && <Badge color="teal">{t('settings:sessions.current')}</Badge>}
        </Group>
        <Text size="xs" c="dimmed">
          {[...(kind === 'oauth' ? [t('settings:sessions.forApps')] : []), address, seen].join(' · ')}
        </Text>
      </Stack>
      {!isCurrent && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('settings:sessions.endOne', { device })}
          onClick={onEnd}
        >
          {t('settings:sessions.end')}
        </Button>
      )}
    </Group>
  )
}
