import { Divider, Group, Progress, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useToday } from '../../api/me.ts'
import type { Row } from '../../api/resources.ts'
import { useResource } from '../../api/use-resources.tsx'
import { useLabels } from '../../i18n/locale.tsx'
import { Panel } from '../../screens/record/panel.tsx'
import { AnchorLink } from '../../ui/links.tsx'
import { useDocumentFormat } from '../documents/document-format.ts'

/** What is still owed, until when, and what has come in. */
export function PaymentPanel({ row }: { row: Row }) {
  const labels = useLabels()
  const format = useDocumentFormat(row)
  const { t } = useTranslation()
  const today = useToday()
  const due = useDue(row)
  const { total, outstanding } = row
  const title = labels.field('invoices', 'outstanding')
  if (typeof outstanding !== 'number') return null
  return (
    <Panel title={title}>
      <Stack gap="xs">
        <Text fz="1.5rem" fw={700} lh={1.2} className="numbers">
          {format.money(outstanding)}
        </Text>
        {due && (
          <Text size="sm" fw={due.isLate ? 600 : 400} c={due.isLate ? 'var(--mantine-color-error)' : 'dimmed'}>
            {due.text}
          </Text>
        )}
        <Progress
          value={Number(total) > 0 ? (1 - outstanding / Number(total)) * 100 : 0}
          color="teal"
          size={6}
          aria-label={labels.field('invoices', 'amountPaid')}
        />
        {typeof row.discountUntil === 'string' && row.discountUntil >= today && (
          <Text size="sm" c="dimmed">
            {t('invoices:discountUntil', {
              amount: format.money(Number(row.discountAmount)),
              day: format.date(row.discountUntil),
            })}
          </Text>
        )}
        <Payments row={row} />
      </Stack>
    </Panel>
  )
}

function Payments({ row }: { row: Row }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const format = useDocumentFormat(row)
  const canRead = useResource('payments') !== undefined
  const payments = row.payments as readonly Row[] | undefined
  if (!payments) return null // the role may not see them
  if (payments.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('invoices:noPayments')}
      </Text>
    )
  return (
    <Stack gap={6} aria-label={t('invoices:payments')} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {payments.map(({ id, amount, paymentDate, method }) => (
        <li key={id}>
          <Divider mb={6} />
          <Group justify="space-between" gap="xs">
            <Text size="sm" component="span">
              {canRead ? (
                <AnchorLink href={`/payments/${id}`}>{format.date(String(paymentDate))}</AnchorLink>
              ) : (
                format.date(String(paymentDate))
              )}
              <Text span size="xs" c="dimmed">
                {' '}
                · {labels.choice(String(method))}
              </Text>
            </Text>
            <Text size="sm" className="numbers">
              {format.money(Number(amount))}
            </Text>
          </Group>
        </li>
      ))}
    </Stack>
  )
}

interface Due {
  readonly text: string
  readonly isLate: boolean
}

/** How long there still is, or how late it is. Undefined where nothing is owed. */
function useDue({ outstanding, dueDate, daysOverdue }: Row): Due | undefined {
  const { t } = useTranslation()
  const today = useToday()
  if (!outstanding || typeof dueDate !== 'string') return undefined
  const late = Number(daysOverdue ?? 0)
  if (late > 0) return { text: t('invoices:overdue', { count: late }), isLate: true }
  const left = daysBetween(today, dueDate)
  return { text: left > 0 ? t('invoices:dueIn', { count: left }) : t('invoices:dueToday'), isLate: false }
}

const DAY_MS = 86_400_000

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)
