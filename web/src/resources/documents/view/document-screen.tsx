import '@mantine/core/styles/Tabs.layer.css'
import { Skeleton, Stack, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { recordQuery } from '../../../api/records.ts'
import { allows, fieldOf } from '../../../api/resources.ts'
import { STATUS } from '../../../api/stages.ts'
import { titleOf } from '../../../api/titles.ts'
import { useLabels } from '../../../i18n/locale.tsx'
import type { PartProps, RecordScreenProps } from '../../../screens/customisation.ts'
import { HistoryList } from '../../../screens/record/history-list.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { StatusPill } from '../../../ui/status-pill.tsx'

interface DocumentScreenProps extends RecordScreenProps {
  readonly Actions: ComponentType<PartProps>
  readonly Overview: ComponentType<PartProps>
}

/** The page of a document: its actions, its fields, its lines and its history. */
export function DocumentScreen({ resource, id, Actions, Overview }: DocumentScreenProps) {
  const labels = useLabels()
  const { data, error, refetch } = useQuery(recordQuery(resource.path, id))
  if (error && !data) return <ErrorPanel error={error} retry={refetch} />
  if (!data) return <DocumentSkeleton />
  const { row } = data
  return (
    <>
      <PageHeader
        title={titleOf(resource, row)}
        trail={[{ label: labels.many(resource), href: `/${resource.path}` }]}
        badge={
          typeof row.status === 'string' && (
            <StatusPill field={fieldOf(resource, STATUS)} value={row.status} size="lg" />
          )
        }
      >
        <Actions resource={resource} row={row} />
      </PageHeader>
      <DocumentTabs resource={resource} row={row} Overview={Overview} />
    </>
  )
}

const OVERVIEW = 'overview'
export const HISTORY = 'history'

function DocumentTabs({ resource, row, Overview }: PartProps & { Overview: ComponentType<PartProps> }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { tab = OVERVIEW } = useSearch({ strict: false }) as { tab?: string }
  const show = (next: string | null) =>
    navigate({ to: '.', search: (next === OVERVIEW ? {} : { tab: next }) as never, replace: true })
  if (!allows(resource, HISTORY)) return <Overview resource={resource} row={row} />
  return (
    <Tabs value={tab} onChange={show} keepMounted={false}>
      <Tabs.List mb="md" className="no-print">
        <Tabs.Tab value={OVERVIEW}>{t('records:overview')}</Tabs.Tab>
        <Tabs.Tab value={HISTORY}>{t('records:history')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value={OVERVIEW}>
        <Overview resource={resource} row={row} />
      </Tabs.Panel>
      <Tabs.Panel value={HISTORY}>
        <HistoryList resource={resource} row={row} />
      </Tabs.Panel>
    </Tabs>
  )
}

const DocumentSkeleton = () => (
  <Stack>
    <Skeleton h={30} w={260} />
    <Skeleton h={64} />
    <Skeleton h={360} />
  </Stack>
)
