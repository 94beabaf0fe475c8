import { Alert, Card, Group, Progress, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { sumOf } from '../../../../server/src/model/money.ts'
import { recordQuery } from '../../api/records.ts'
import type { Row } from '../../api/resources.ts'
import { useFormat } from '../../i18n/locale.tsx'
import type { PartyPanelProps } from '../../screens/customisation.ts'
import { AnchorLink } from '../../ui/links.tsx'

/** The credit, overdue amounts and payment terms of a customer. */
export function CustomerPanel({ id, more }: PartyPanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data } = useQuery(recordQuery('customers', id))
  if (!data) return null
  const { row } = data
  const { overdue } = (row.balance ?? {}) as { overdue?: number }
  return (
    <Card component="section" aria-label={String(row.name)}>
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap">
          <AnchorLink href={`/customers/${id}`} fw={600} truncate>
            {String(row.name)}
          </AnchorLink>
          <Text size="sm" c="dimmed">
            {row.paymentTerms as string | null}
          </Text>
        </Group>
        <CreditBar customer={row} more={more} />
        {overdue ? (
          <Text size="sm" c="var(--mantine-color-error)">
            {t('orders:credit.overdue', { amount: format.money(overdue) })}
          </Text>
        ) : null}
        {row.creditHold === true && <Warning>{t('orders:credit.onHold', { customer: String(row.name) })}</Warning>}
      </Stack>
    </Card>
  )
}

/** Parts that the role may not see are missing. */
interface Balance {
  readonly outstanding?: number
  readonly uninvoicedOrders?: number
}

function CreditBar({ customer, more }: { customer: Row; more: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const limit = customer.creditLimit as number | null | undefined
  const { outstanding, uninvoicedOrders } = (customer.balance ?? {}) as Balance
  if (outstanding === undefined || uninvoicedOrders === undefined) return null
  const used = sumOf([outstanding, uninvoicedOrders])
  if (!limit)
    return (
      <Text size="sm" c="dimmed">
        {t('orders:credit.open', { amount: format.money(sumOf([used, more])) })}
      </Text>
    )
  const excess = sumOf([used, more, -limit])
  const share = (amount: number) => Math.min(100, Math.max(0, (amount / limit) * 100))
  return (
    <>
      <Progress.Root size="md" aria-hidden>
        <Progress.Section value={share(used)} color={excess > 0 ? 'red' : 'brand'} />
        <Progress.Section value={Math.min(100 - share(used), share(more))} color={excess > 0 ? 'red.4' : 'brand.3'} />
      </Progress.Root>
      <Text size="sm" c="dimmed" className="numbers">
        {t('orders:credit.used', { used: format.money(sumOf([used, more])), limit: format.money(limit) })}
      </Text>
      {excess > 0 && more > 0 && <Warning>{t('orders:credit.exceeded', { excess: format.money(excess) })}</Warning>}
    </>
  )
}

const Warning = ({ children }: { children: string }) => (
  <Alert role="status" variant="light" color="orange" p="xs" icon={<IconAlertTriangle size={16} />}>
    {children}
  </Alert>
)
