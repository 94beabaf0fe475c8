import { useTranslation } from 'react-i18next'
import { fieldOf } from '../api/resources.ts'
import { STATUS } from '../api/stages.ts'
import { useResource } from '../api/use-resources.tsx'
import { useFormat, useLabels } from '../i18n/locale.tsx'
import { Panel } from '../screens/record/panel.tsx'
import { choiceColour } from '../ui/status-looks.ts'
import { ShareBar } from './share-bar.tsx'

interface DocumentsByStatusProps {
  readonly resource: string
  /** Left out: by the name of the documents. */
  readonly title?: string
  readonly counts: Readonly<Record<string, number>>
}

export function DocumentsByStatus({ resource, title, counts }: DocumentsByStatusProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const format = useFormat()
  const documents = useResource(resource)
  const field = documents && fieldOf(documents, STATUS)
  const most = Math.max(1, ...Object.values(counts))
  return (
    <Panel title={title ?? t('dashboard:byStatus', { documents: labels.many({ name: resource }) })}>
      {Object.entries(counts).map(([status, count]) => (
        <ShareBar
          key={status}
          name={labels.choice(status)}
          figure={format.number(count)}
          share={count / most}
          colour={choiceColour(field, status)}
          href={`/${resource}?status=${status}`}
        />
      ))}
    </Panel>
  )
}
