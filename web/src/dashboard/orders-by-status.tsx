import { useTranslation } from 'react-i18next'
import { useFormat, useLabels } from '../i18n/locale.tsx'
import { Panel } from '../screens/record/record-fields.tsx'
import { statusColour } from '../ui/status-looks.ts'
import { ShareBar } from './share-bar.tsx'

export function OrdersByStatus({ counts }: { counts: Readonly<Record<string, number>> }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const format = useFormat()
  const most = Math.max(1, ...Object.values(counts))
  return (
    <Panel title={t('dashboard:ordersByStatus')}>
      {Object.entries(counts).map(([status, count]) => (
        <ShareBar
          key={status}
          name={labels.choice(status)}
          figure={format.number(count)}
          share={count / most}
          colour={statusColour(status)}
          href={`/sales-orders?status=${status}`}
        />
      ))}
    </Panel>
  )
}
