import '@mantine/core/styles/Pagination.layer.css'
import '@mantine/core/styles/Timeline.layer.css'
import { Card, Group, Pagination, Skeleton, Text, Timeline } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type HistoryEntry, historyQuery } from '../../api/records.ts'
import type { Resource, Row } from '../../api/resources.ts'
import { useFormat, useLabels } from '../../i18n/locale.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Changes } from './changes.tsx'
import { linesIn } from './line-changes.ts'

/** The changes of a record, with user, time and previous values. */
export function HistoryList({ resource, row }: { resource: Resource; row: Row }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(historyQuery(resource.path, row.id, page))
  if (error) return <ErrorPanel error={error} retry={refetch} />
  if (!data) return <Skeleton h={240} />
  const { entries, meta } = data
  const lines = linesIn(resource, row, ...entries.map(({ changes }) => changes))
  if (entries.length === 0) return <Text c="dimmed">{t('records:noHistory')}</Text>
  return (
    <Card>
      <Timeline bulletSize={14} lineWidth={2}>
        {entries.map((entry) => (
          <Timeline.Item key={entry.id} title={<EntryTitle entry={entry} />}>
            <Changes resource={resource} changes={entry.changes ?? {}} lines={lines} />
          </Timeline.Item>
        ))}
      </Timeline>
      {(meta.totalPages ?? 1) > 1 && (
        <Pagination mt="lg" size="sm" total={meta.totalPages!} value={page} onChange={setPage} />
      )}
    </Card>
  )
}

function EntryTitle({ entry: { action, actorName, createdAt } }: { entry: HistoryEntry }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const format = useFormat()
  return (
    <Group gap={8}>
      <Text fw={500} size="sm">
        {labels.action(action)}
      </Text>
      <Text size="sm" c="dimmed">
        {actorName ?? t('records:service')} · <time dateTime={createdAt}>{format.instant(createdAt)}</time>
      </Text>
    </Group>
  )
}
