import { Card, Checkbox } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { queryText } from '../../api/query-text.ts'
import { listQuery } from '../../api/records.ts'
import { allows, type Resource } from '../../api/resources.ts'
import { useLabels } from '../../i18n/locale.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { ButtonLink } from '../../ui/links.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { type ListScreenProps, useCustomisation } from '../customisation.ts'
import { fieldsFor, useColumns } from './columns.ts'
import { EmptyList } from './empty-list.tsx'
import { FilterChips } from './filters/filter-bar.tsx'
import classes from './list.module.css'
import { ListMenu } from './list-menu.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { requestOf, useListState } from './list-state.ts'
import { ListTools } from './list-tools.tsx'
import { useListTotals } from './list-totals.ts'
import { PageBar } from './page-bar.tsx'
import { AllMatching } from './selection/all-matching.tsx'
import { BulkBar } from './selection/bulk-bar.tsx'
import { type Selection, useSelection } from './selection/selection.ts'
import { StatusTabs } from './status-tabs.tsx'
import { useRows } from './use-rows.tsx'
import { useDefaultView, useOpening } from './views/views.ts'

/** The list of any resource: its whole query is in the address, and is one request. */
export function ListScreen({ resource }: ListScreenProps) {
  const labels = useLabels()
  const { ListActions } = useCustomisation(resource.name)
  const view = useDefaultView(resource)
  const state = useListState(Boolean(view))
  const columns = useColumns(resource)
  const isOpening = useOpening(view, state, columns)
  const request = requestOf(state.search, fieldsFor(resource, columns.shown))
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...listQuery(resource.path, request),
    enabled: !isOpening,
  })
  const totals = useListTotals(resource, state, isOpening)
  const rows = data?.rows ?? []
  const total = data?.meta.total ?? 0
  const ids = rows.map(({ id }) => id)
  const selection = useSelection(queryText(state.filters), ids, total)
  const place = useRef<HTMLDivElement>(null)
  useListShortcuts(place, selection)
  const Rows = useRows()
  return (
    <>
      <PageHeader title={labels.many(resource)} description={labels.about(resource)}>
        <ListMenu resource={resource} state={state} request={request} columns={columns.shown} />
        <Suspense>{ListActions && <ListActions resource={resource} />}</Suspense>
        <CreateButton resource={resource} />
      </PageHeader>
      <Card padding={0} ref={place} className={rows.length > 0 ? classes.list : undefined}>
        <StatusTabs resource={resource} state={state} counts={totals.counts?.status} />
        <ListTools resource={resource} state={state} columns={columns} />
        <FilterChips resource={resource} state={state} />
        {error ? (
          <ErrorPanel error={error} retry={refetch} />
        ) : !data || isOpening ? (
          <ListSkeleton />
        ) : rows.length === 0 ? (
          <EmptyList resource={resource} state={state} />
        ) : (
          <>
            <AllMatching selection={selection} onPage={rows.length} total={total} />
            <Rows
              {...{ resource, state, rows, selection: { ...selection, Box: Checkbox } }}
              columns={columns.shown}
              totals={totals}
              isBusy={isFetching && isPlaceholderData}
            />
            <PageBar state={state} total={total} count={rows.length} />
          </>
        )}
      </Card>
      <BulkBar resource={resource} state={state} selection={selection} />
    </>
  )
}

function CreateButton({ resource }: { resource: Resource }) {
  const { t } = useTranslation()
  const labels = useLabels()
  if (!allows(resource, 'create')) return null
  return (
    <ButtonLink href={`/${resource.path}/new`} leftSection={<IconPlus size={16} aria-hidden />}>
      {t('lists:new', { thing: labels.one(resource) })}
    </ButtonLink>
  )
}

/** `j` and `k` move the real focus from row to row, so Enter opens and a screen reader follows; `x` ticks. */
function useListShortcuts(place: RefObject<HTMLElement | null>, selection: Selection): void {
  const { t } = useTranslation()
  const rows = () => [...(place.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  const current = () => rows().findIndex((row) => row.contains(document.activeElement))
  const move = (by: number) => {
    const all = rows()
    const next = all[Math.min(Math.max(current() + by, 0), all.length - 1)]
    next?.querySelector<HTMLElement>('a')?.focus()
  }
  useShortcuts([
    { keys: 'j', label: t('lists:keys.down'), run: () => move(1) },
    { keys: 'k', label: t('lists:keys.up'), run: () => move(-1) },
    {
      keys: 'x',
      label: t('lists:keys.tick'),
      run: () => {
        const id = rows()[current()]?.dataset.row
        if (id) selection.toggle(id, false)
      },
    },
  ])
}
