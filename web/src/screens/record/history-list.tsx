import '@mantine/core/styles/Timeline.layer.css'
import { Card, Group, Pagination, Skeleton, Stack, Text, Timeline } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type HistoryEntry, historyQuery } from '../../api/records.ts'
import { type Field, fieldOf, type Resource, type Row } from '../../api/resources.ts'
import { FieldCell } from '../../fields/field.tsx'
import { useFormat, useLabels } from '../../i18n/locale.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import classes from './record.module.css'

/** The changes of a record, with user, time and previous values. */
export function HistoryList({ resource, row }: { resource: Resource; row: Row }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(historyQuery(resource.path, row.id, page))
  if (error) return <ErrorPanel error={error} retry={refetch} />
  if (!data) return <Skeleton h={240} />
  const { entries, meta } = data
  if (entries.length === 0) return <Text c="dimmed">{t('records:noHistory')}</Text>
  return (
    <Card>
      <Timeline bulletSize={14} lineWidth={2}>
        {entries.map((entry) => (
          <Timeline.Item key={entry.id} title={<EntryTitle entry={entry} />}>
            <Stack gap={4} mt={4}>
              {Object.entries(entry.changes ?? {}).map(([path, [before, after]]) => (
                <Change key={path} resource={resource} path={path} before={before} after={after} />
              ))}
            </Stack>
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

interface ChangeProps {
  readonly resource: Resource
  readonly path: string
  readonly before: unknown
  readonly after: unknown
}

/** What a field was, and what it became. */
export function Change({ resource, path, before, after }: ChangeProps) {
  const labels = useLabels()
  const named = withoutLineIds(path)
  const field = fieldOf(resource, named)
  return (
    <div className={classes.change}>
      <Text size="sm" c="dimmed" span>
        {labels.field(resource.name, named)}
      </Text>
      {before !== null && (
        <span className={classes.before}>
          <Side field={field} value={before} />
        </span>
      )}
      <span aria-hidden>→</span>
      <span>
        <Side field={field} value={after} />
      </span>
    </div>
  )
}

/** Of a line the path names its id: `items.lin_….quantity`. */
const withoutLineIds = (path: string) => path.replace(/\.[a-z]+_\w+/g, '')

/** A value from the past may no longer fit its field; then it is shown as it is. */
function Side({ field, value }: { field: Field | undefined; value: unknown }) {
  const isStructured = typeof value === 'object' && value !== null
  if (value === null) return <>–</>
  if (!field || (isStructured && field.kind !== 'list'))
    return <>{isStructured ? JSON.stringify(value) : String(value)}</>
  return <FieldCell field={field} value={value} row={{ id: '' }} />
}
