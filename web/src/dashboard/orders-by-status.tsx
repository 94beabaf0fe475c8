import { useTranslation } from 'react-i18next'
import { fieldOf } from '../api/resources.ts'
import { STATUS } from '../api/stages.ts'
import { useResource } from '../api/use-resources.tsx'
import { useFormat, useLabels } from '../i18n/locale.tsx'
import { Panel } from '../screens/record/record-fields.tsx'
import { choiceColour } from '../ui/status-looks.ts'
import { ShareBar } from './share-bar.tsx'

export function OrdersByStatus({ counts }: { counts: Readonly<Record<string, number>> }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const format = useFormat()
  const orders = useResource('sales-orders')
  const field = orders && fieldOf(orders, STATUS)
  const most = Math.max(1, ...Object.values(counts))
  return (
    <Panel title={t('dashboard:ordersByStatus')}>
      {Object.entries(counts).map(([status, count]) => (
        <ShareBar
          key={status}
          name={labels.choice(status)}
          figure={format.number(count)}
          share={count / most}
          colour={choiceColour(field, status)}
          href={`/sales-orders?status=${status}`}
        />
      ))}
    </Panel>
  )
}
