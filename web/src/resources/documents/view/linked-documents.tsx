import { Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { listQuery } from '../../../api/records.ts'
import { fieldOf, type Row } from '../../../api/resources.ts'
import { STATUS } from '../../../api/stages.ts'
import { useLabels } from '../../../i18n/locale.tsx'
import type { PartProps } from '../../../screens/customisation.ts'
import { Panel } from '../../../screens/record/panel.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { StatusPill } from '../../../ui/status-pill.tsx'
import { useDocumentFormat } from '../document-format.ts'
import { LINES } from '../document-kind.ts'
import { type Taker, useTakers } from '../takers.ts'
import classes from './document.module.css'
import { isApplicable } from './use-progress-columns.tsx'

/** The documents that follow from this one: its invoices, its deliveries. What comes last in the course comes first. */
export function LinkedDocuments({ resource, row }: PartProps) {
  const takers = useTakers(resource).filter((taker) => isApplicable(resource, row, taker))
  return takers.toReversed().map((taker) => <Linked key={taker.target.name} original={row} taker={taker} />)
}

function Linked({ original, taker: { target, source } }: { original: Row; taker: Taker }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { date, number = target.title } = target.document!
  const shown = ['id', number, date, STATUS, 'total', LINES, 'notes'].filter(
    (name) => name === 'id' || fieldOf(target, name),
  )
  const query = `${source.field}=${original.id}&perPage=50&fields=${shown.join(',')}`
  const { data } = useQuery(listQuery(target.path, query))
  return (
    <Panel title={labels.many(target)}>
      {!data ? (
        <Skeleton h={40} />
      ) : data.rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('lists:none.title', { things: labels.many(target) })}
        </Text>
      ) : (
        <ul className={classes.linked}>
          {data.rows.map((row) => (
            <li key={row.id}>
              <Group justify="space-between" wrap="nowrap" gap="xs">
                <AnchorLink href={`/${target.path}/${row.id}`} fw={500} size="sm">
                  {String(row[number] ?? t('orders:draft'))}
                </AnchorLink>
                <Aside row={row} target={target} />
              </Group>
              <Text size="xs" c="dimmed" component="div">
                <Detail original={original} row={row} date={date} />
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** Its status; how many lines it has, where it has none. */
function Aside({ row: { status, ...row }, target }: { row: Row; target: Taker['target'] }) {
  const { t } = useTranslation()
  if (typeof status === 'string') return <StatusPill field={fieldOf(target, STATUS)} value={status} />
  const count = (row[LINES] as readonly unknown[] | undefined)?.length
  if (count === undefined) return null
  return (
    <Text size="sm" c="dimmed">
      {t('common:lines', { count })}
    </Text>
  )
}

function Detail({ original, row, date }: { original: Row; row: Row; date: string }) {
  const format = useDocumentFormat(original)
  const { total, notes } = row
  const amount = typeof total === 'number' ? format.money(total) : notes
  return [row[date] && format.date(String(row[date])), amount].filter(Boolean).join(' · ')
}
