import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../i18n/locale.tsx'
import { Panel } from '../screens/record/panel.tsx'
import { receivablesQuery } from './reports.ts'
import { ShareBar } from './share-bar.tsx'

/** Colours by age, from harmless to alarming. */
const COLOURS: Readonly<Record<string, string>> = {
  not_due: 'teal',
  '1-30': 'yellow',
  '31-60': 'orange',
  '61-90': 'red.6',
  over_90: 'red.8',
}

/** What customers owe, by how late it is. */
export function ReceivablesPanel() {
  const { t } = useTranslation()
  const format = useFormat()
  const ages = useQuery(receivablesQuery).data?.ages
  const most = Math.max(1, ...(ages?.map(({ amount }) => amount) ?? []))
  return (
    <Panel title={t('dashboard:receivables')}>
      {ages ? (
        ages.map(({ age, amount, query }) => (
          <ShareBar
            key={age}
            name={t(`dashboard:ages.${age}`)}
            figure={format.money(amount)}
            share={amount / most}
            colour={COLOURS[age] ?? 'gray'}
            href={`/invoices?${query}&sort=dueDate&order=asc`}
          />
        ))
      ) : (
        <Skeleton h={180} />
      )}
    </Panel>
  )
}
