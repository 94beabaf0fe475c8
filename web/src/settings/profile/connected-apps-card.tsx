import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconApps } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { useFormat } from '../../i18n/locale.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { toast } from '../../ui/toast.tsx'
import classes from './profile.module.css'
import { Section } from './section.tsx'
import { type ConnectedApp, connectedAppsQuery } from './sessions-query.ts'

/** Scopes that open no record need no mention. */
const TOLD = ['read', 'write', 'delete', 'admin']

/** The apps that the user has allowed, each with a button to revoke it. */
export function ConnectedAppsCard() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(connectedAppsQuery)
  async function disconnect({ id, name }: ConnectedApp): Promise<void> {
    const question = { title: t('settings:connected.revokeTitle', { name }), text: t('settings:connected.revokeText') }
    if (!(await confirm({ ...question, action: t('settings:connected.revoke'), isDangerous: true }))) return
    try {
      await call('DELETE /auth/connected-apps/{id}', { path: { id } })
      toast.done(t('settings:connected.revoked', { name }))
      await client.invalidateQueries({ queryKey: connectedAppsQuery.queryKey })
    } catch (failure) {
      toast.failed(failure)
    }
  }
  if (error) return <ErrorPanel error={error} retry={refetch} />
  return (
    <Section title={t('settings:connected.title')} text={t('settings:connected.text')}>
      {!data ? (
        <Skeleton h={60} />
      ) : data.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('settings:connected.none')}
        </Text>
      ) : (
        <Stack component="ul" gap={0} className={classes.list}>
          {data.map((app) => (
            <AppRow key={app.id} app={app} onDisconnect={() => disconnect(app)} />
          ))}
        </Stack>
      )}
    </Section>
  )
}

function AppRow({ app, onDisconnect }: { app: ConnectedApp; onDisconnect: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const rights = app.scopes.filter((scope) => TOLD.includes(scope)).map((scope) => t(`settings:scopes.${scope}.title`))
  return (
    <Group component="li" wrap="nowrap" className={classes.row}>
      <IconApps size={20} stroke={1.5} aria-hidden />
      <Stack gap={0} flex={1} miw={0}>
        <Text size="sm" fw={500} truncate>
          {app.name}
        </Text>
        <Text size="xs" c="dimmed">
          {[...rights, t('settings:connected.since', { day: format.day(app.createdAt) })].join(' · ')}
        </Text>
      </Stack>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('settings:connected.revokeTitle', { name: app.name })}
        onClick={onDisconnect}
      >
        {t('settings:connected.revoke')}
      </Button>
    </Group>
  )
}
