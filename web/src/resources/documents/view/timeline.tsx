import '@mantine/core/styles/Timeline.layer.css'
import { Skeleton, Text, Timeline } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type HistoryEntry, historyQuery } from '../../../api/records.ts'
import { allows } from '../../../api/resources.ts'
import { useFormat, useLabels } from '../../../i18n/locale.tsx'
import type { PartProps } from '../../../screens/customisation.ts'
import { Panel } from '../../../screens/record/panel.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { HISTORY } from './document-screen.tsx'

const SHOWN = 6

/** The latest events, one word each; the history shows all of them. */
export function DocumentTimeline({ resource, row }: PartProps) {
  const { t } = useTranslation()
  const { data } = useQuery({ ...historyQuery(resource.path, row.id, 1), enabled: allows(resource, HISTORY) })
  if (!allows(resource, HISTORY)) return null
  return (
    <Panel title={t('orders:timeline.title')}>
      {data ? (
        <Timeline bulletSize={12} lineWidth={2} active={SHOWN}>
          {data.entries.slice(0, SHOWN).map((entry) => (
            <Timeline.Item key={entry.id} title={<Happening entry={entry} />}>
              <When entry={entry} />
            </Timeline.Item>
          ))}
        </Timeline>
      ) : (
        <Skeleton h={80} />
      )}
      <Text mt="sm" size="sm" className="no-print">
        <AnchorLink href={`/${resource.path}/${row.id}?tab=${HISTORY}`}>{t('orders:timeline.all')}</AnchorLink>
      </Text>
    </Panel>
  )
}

/** A change of status is more specific than "changed". */
function Happening({ entry: { action, changes } }: { entry: HistoryEntry }) {
  const labels = useLabels()
  const [, status] = changes?.status ?? []
  return (
    <Text size="sm" fw={500}>
      {action !== 'create' && typeof status === 'string' ? labels.choice(status) : labels.action(action)}
    </Text>
  )
}

function When({ entry: { actorName, createdAt } }: { entry: HistoryEntry }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Text size="xs" c="dimmed">
      {actorName ?? t('records:service')} · <time dateTime={createdAt}>{format.instant(createdAt)}</time>
    </Text>
  )
}
