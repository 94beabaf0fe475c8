import { Card, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { listQuery } from '../../api/records.ts'
import { useLabels } from '../../i18n/locale.tsx'
import type { ListScreenProps } from '../../screens/customisation.ts'
import { EmptyList } from '../../screens/list/empty-list.tsx'
import { FilterButton, FilterChips } from '../../screens/list/filters/filter-bar.tsx'
import { ListMenu } from '../../screens/list/list-menu.tsx'
import { ListSkeleton } from '../../screens/list/list-skeleton.tsx'
import { type ListState, requestOf, useListState } from '../../screens/list/list-state.ts'
import { PageBar } from '../../screens/list/page-bar.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import classes from './audit.module.css'
import { type AuditEntry, AuditRow } from './audit-entry.tsx'
import { AuditFilters } from './audit-filters.tsx'

const FIELDS = [
  ...['id', 'createdAt', 'actor', 'actorName', 'credential', 'address', 'requestId'],
  ...['action', 'resource', 'recordId', 'operation', 'changes', 'hash'],
]

/** The entries, the latest first; each one expands to its changes. */
export function AuditList({ resource }: ListScreenProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const state = useListState()
  const request = requestOf(state.search, FIELDS)
  const { data, error, isPlaceholderData, refetch } = useQuery(listQuery(resource.path, request))
  const rows = (data?.rows ?? []) as unknown as readonly AuditEntry[]
  return (
    <>
      <PageHeader title={labels.many(resource)} description={t('access:audit.text')}>
        <ListMenu resource={resource} state={state} request={request} />
      </PageHeader>
      <Card padding={0}>
        <Group gap="xs" className={`${classes.filters} no-print`}>
          <AuditFilters state={state} />
          <FilterButton resource={resource} state={state} />
        </Group>
        <FilterChips resource={resource} state={withoutAsked(state)} />
        {error ? (
          <ErrorPanel error={error} retry={refetch} />
        ) : !data ? (
          <ListSkeleton />
        ) : rows.length === 0 ? (
          <EmptyList resource={resource} state={state} />
        ) : (
          <>
            <ul className={classes.entries} aria-label={labels.many(resource)} aria-busy={isPlaceholderData}>
              {rows.map((entry) => (
                <AuditRow key={entry.id} resource={resource} entry={entry} />
              ))}
            </ul>
            <PageBar state={state} total={data.meta.total ?? 0} count={rows.length} />
          </>
        )}
      </Card>
    </>
  )
}

/** Filters that the fields above show need no chip. */
const withoutAsked = (state: ListState): ListState => {
  const { actor: _, resource: __, action: ___, ...search } = state.search
  return { ...state, search }
}
