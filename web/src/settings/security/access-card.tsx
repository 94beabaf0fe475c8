import { Badge, Button, Skeleton, Stack } from '@mantine/core'
import { IconApps, IconDeviceDesktop, IconKey, IconTerminal2, IconWebhook } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '../../ui/confirm.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { toast } from '../../ui/toast.tsx'
import { Section } from '../section.tsx'
import { type Access, useAccessList } from './access-list.ts'
import { rereadSecurity } from './access-queries.ts'
import { EndAllWindow } from './end-all-window.tsx'
import { ListRow } from './list-row.tsx'
import classes from './security.module.css'

/** Everything that can act for the user, each with a button to end it. */
export function AccessCard() {
  const { t } = useTranslation()
  const { list, error, refetch } = useAccessList()
  const [isEndingAll, setEndingAll] = useState(false)
  const others = (list ?? []).filter(({ isCurrent }) => !isCurrent)
  const endAll = others.length > 0 && (
    <Button size="compact-sm" variant="subtle" color="red" flex="none" onClick={() => setEndingAll(true)}>
      {t('security:access.endOthers')}
    </Button>
  )
  if (error) return <ErrorPanel error={error} retry={refetch} />
  return (
    <Section title={t('security:access.title')} text={t('security:access.text')} action={endAll}>
      {list ? (
        <Stack component="ul" gap={0} className={classes.list}>
          {list.map((access) => (
            <AccessRow key={access.id} access={access} />
          ))}
        </Stack>
      ) : (
        <Skeleton h={160} />
      )}
      {isEndingAll && <EndAllWindow others={others} onClose={() => setEndingAll(false)} />}
    </Section>
  )
}

function AccessRow({ access }: { access: Access }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { kind, name, hint, details, isCurrent, end } = access

  async function endIt(): Promise<void> {
    const question = {
      title: t(`security:access.end.${kind}.title`, { name }),
      text: t(`security:access.end.${kind}.text`),
    }
    const isAsked = kind !== 'sessions'
    if (
      isAsked &&
      !(await confirm({ ...question, action: t(`security:access.end.${kind}.action`), isDangerous: true }))
    )
      return
    try {
      await end()
      toast.done(t(`security:access.end.${kind}.done`, { name }))
    } catch (failure) {
      toast.failed(failure)
    }
    await rereadSecurity(client)
  }

  return (
    <ListRow
      icon={<AccessIcon access={access} />}
      title={name}
      hint={hint}
      badge={isCurrent && <Badge color="teal">{t('security:access.current')}</Badge>}
      details={details}
    >
      {!isCurrent && (
        <Button
          size="compact-sm"
          variant="default"
          flex="none"
          aria-label={t(`security:access.end.${kind}.label`, { name })}
          onClick={endIt}
        >
          {t(`security:access.end.${kind}.action`)}
        </Button>
      )}
    </ListRow>
  )
}

function AccessIcon({ access: { kind, isBrowser } }: { access: Access }) {
  const Icon = {
    sessions: isBrowser ? IconDeviceDesktop : IconTerminal2,
    apps: IconApps,
    keys: IconKey,
    webhooks: IconWebhook,
  }[kind]
  return <Icon size={20} stroke={1.5} aria-hidden />
}
