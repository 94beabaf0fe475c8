import { Alert, SimpleGrid, Stack } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat, useLabels } from '../../i18n/locale.tsx'
import type { PartProps } from '../../screens/customisation.ts'
import { Figure } from '../../ui/figure.tsx'

interface Balance {
  readonly outstanding?: number
  readonly overdue?: number
  readonly credit?: number
  readonly uninvoicedOrders?: number
  readonly availableCredit?: number | null
}

/** What the customer owes, and how much of the credit limit that takes. */
export function CustomerSummary({ row }: PartProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const format = useFormat()
  const label = (path: string) => labels.field('customers', path)
  const { outstanding, overdue, credit, uninvoicedOrders, availableCredit } = (row.balance ?? {}) as Balance
  const limit = row.creditLimit as number | null | undefined
  const figure = (path: string, value: number | undefined, colour?: string) =>
    value !== undefined && (
      <Figure name={label(path)} value={format.money(value)} colour={value > 0 ? colour : undefined} />
    )
  return (
    <Stack gap="md">
      {row.creditHold === true && (
        <Alert color="red" variant="light" icon={<IconHandStop aria-hidden />}>
          {t('records:onCreditHold')}
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="md">
        {figure('balance.outstanding', outstanding)}
        {figure('balance.overdue', overdue, 'red')}
        {credit ? figure('balance.credit', credit) : null}
        {figure('balance.uninvoicedOrders', uninvoicedOrders)}
        {limit !== undefined && <Credit limit={limit} available={availableCredit} name={label('creditLimit')} />}
      </SimpleGrid>
    </Stack>
  )
}

interface CreditProps {
  readonly limit: number | null
  /** Undefined where the role may not see all that it is computed from. */
  readonly available: number | null | undefined
  readonly name: string
}

function Credit({ limit, available, name }: CreditProps) {
  const { t } = useTranslation()
  const format = useFormat()
  if (!limit || available === null) return <Figure name={name} value={t('records:noLimit')} />
  if (available === undefined) return <Figure name={name} value={format.money(limit)} />
  const used = limit - available
  return (
    <Figure
      name={name}
      value={format.money(limit)}
      detail={t('records:creditLeft', { amount: format.money(available) })}
      colour={used > limit ? 'red' : undefined}
      bar={{ share: used / limit, label: t('records:creditUsed') }}
    />
  )
}
