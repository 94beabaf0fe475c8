import '@mantine/core/styles/Tabs.layer.css'
import { Skeleton, Stack, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { recordQuery } from '../../api/records.ts'
import { allows, fieldOf } from '../../api/resources.ts'
import { STATUS } from '../../api/stages.ts'
import { titleOf } from '../../api/titles.ts'
import { useLabels } from '../../i18n/locale.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { type PartProps, type RecordScreenProps, useCustomisation } from '../customisation.ts'
import { HistoryList } from './history-list.tsx'
import { RecordActions } from './record-actions.tsx'
import { RecordFields } from './record-fields.tsx'

/** One record of any resource: what it holds, what can be done with it, and what has happened to it. */
export function RecordScreen({ resource, id }: RecordScreenProps) {
  const { data, error, refetch } = useQuery(recordQuery(resource.path, id))
  if (error && !data) return <ErrorPanel error={error} retry={refetch} />
  if (!data) return <RecordSkeleton />
  const { row } = data
  return (
    <>
      <RecordHeader resource={resource} row={row} />
      <RecordTabs resource={resource} row={row} />
    </>
  )
}

const noHeading = () => undefined

function RecordHeader({ resource, row }: PartProps) {
  const labels = useLabels()
  const { Actions, heading, useHeading = noHeading } = useCustomisation(resource.name)
  const name = useHeading(row) ?? heading?.(row, labels)
  return (
    <PageHeader
      title={name ?? titleOf(resource, row, labels.one(resource))}
      trail={[{ label: labels.many(resource), href: `/${resource.path}` }]}
      badge={
        typeof row.status === 'string' && <StatusPill field={fieldOf(resource, STATUS)} value={row.status} size="lg" />
      }
    >
      {Actions && <Actions resource={resource} row={row} />}
      <RecordActions resource={resource} row={row} />
    </PageHeader>
  )
}

const OVERVIEW = 'overview'
const HISTORY = 'history'

function RecordTabs({ resource, row }: PartProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { tab = OVERVIEW } = useSearch({ strict: false }) as { tab?: string }
  const { tabs = [], Summary, Panels } = useCustomisation(resource.name)
  const show = (next: string | null) =>
    navigate({ to: '.', search: (next === OVERVIEW ? {} : { tab: next }) as never, replace: true })
  return (
    <Tabs value={tab} onChange={show} keepMounted={false}>
      <Tabs.List mb="md" className="no-print">
        <Tabs.Tab value={OVERVIEW}>{t('records:overview')}</Tabs.Tab>
        {tabs.map(({ id, name }) => (
          <Tabs.Tab key={id} value={id}>
            {t(name)}
          </Tabs.Tab>
        ))}
        {allows(resource, HISTORY) && <Tabs.Tab value={HISTORY}>{t('records:history')}</Tabs.Tab>}
      </Tabs.List>
      <Suspense fallback={<Skeleton h={240} />}>
        <Tabs.Panel value={OVERVIEW}>
          <Stack gap="md">
            {Summary && <Summary resource={resource} row={row} />}
            <RecordFields resource={resource} row={row} />
            {Panels && <Panels resource={resource} row={row} />}
          </Stack>
        </Tabs.Panel>
        {tabs.map(({ id, Content }) => (
          <Tabs.Panel key={id} value={id}>
            <Content resource={resource} row={row} />
          </Tabs.Panel>
        ))}
        <Tabs.Panel value={HISTORY}>
          <HistoryList resource={resource} row={row} />
        </Tabs.Panel>
      </Suspense>
    </Tabs>
  )
}

const RecordSkeleton = () => (
  <Stack>
    <Skeleton h={30} w={260} />
    <Skeleton h={36} w={320} />
    <Skeleton h={320} />
  </Stack>
)
