import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type HistoryEntry, listQuery } from '../api/records.ts'
import { useResource, useResources } from '../api/use-resources.tsx'
import { useFormat, useLabels } from '../i18n/locale.tsx'
import { Panel } from '../screens/record/panel.tsx'
import { AnchorLink } from '../ui/links.tsx'

const LATEST = 'perPage=7&fields=id,actorName,action,resource,recordId,createdAt'

interface Entry extends HistoryEntry {
  readonly resource: string
  readonly recordId: string | null
}

/** The latest entries of the audit log, for users who may read it. */
export function ActivityPanel() {
  return useResource('audit-log') ? <Latest /> : null
}

function Latest() {
  const { t } = useTranslation()
  const { data } = useQuery(listQuery('audit-log', LATEST))
  return (
    <Panel title={t('dashboard:activity')}>
      {data ? (
        <Stack gap="sm">
          {(data.rows as readonly Entry[]).map((entry) => (
            <Line key={entry.id} entry={entry} />
          ))}
          <AnchorLink href="/audit-log" size="sm">
            {t('lists:viewAll', { count: data.meta.total ?? 0 })}
          </AnchorLink>
        </Stack>
      ) : (
        <Skeleton h={180} />
      )}
    </Panel>
  )
}

function Line({ entry: { actorName, action, resource: name, recordId, createdAt } }: { entry: Entry }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const format = useFormat()
  const resource = useResources().find((one) => one.name === name)
  const what = resource ? labels.one(resource) : ''
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Text size="sm" truncate>
        <Text span fw={500}>
          {actorName ?? t('records:service')}
        </Text>
        {' · '}
        {labels.action(action)}{' '}
        {resource && recordId && action !== 'delete' ? (
          <AnchorLink href={`/${resource.path}/${recordId}`} underline="always">
            {what}
          </AnchorLink>
        ) : (
          what
        )}
      </Text>
      <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {format.ago(createdAt)}
      </Text>
    </Group>
  )
}
