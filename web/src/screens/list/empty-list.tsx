import '@mantine/core/styles/EmptyState.layer.css'
import { Button, EmptyState } from '@mantine/core'
import { IconInbox, IconSearchOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { allows, type Resource } from '../../api/resources.ts'
import { useLabels } from '../../i18n/locale.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import classes from './list.module.css'
import type { ListState } from './list-state.ts'

/** Nothing matches, or there is nothing yet: each with what to do next. */
export function EmptyList({ resource, state }: { resource: Resource; state: ListState }) {
  const { t } = useTranslation()
  const labels = useLabels()
  if (state.isNarrowed)
    return (
      <EmptyState
        className={classes.empty}
        icon={<IconSearchOff size={40} stroke={1.3} />}
        title={t('lists:noMatch.title')}
        description={t('lists:noMatch.text')}
      >
        <Button variant="default" onClick={() => state.replace({})}>
          {t('lists:noMatch.action')}
        </Button>
      </EmptyState>
    )
  return (
    <EmptyState
      className={classes.empty}
      icon={<IconInbox size={40} stroke={1.3} />}
      title={t('lists:none.title', { things: labels.many(resource) })}
      description={labels.about(resource)}
    >
      {allows(resource, 'create') && (
        <ButtonLink href={`/${resource.path}/new`}>{t('lists:new', { thing: labels.one(resource) })}</ButtonLink>
      )}
    </EmptyState>
  )
}
