import { Card, Divider, Group, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Totals } from '../../../../../server/src/model/money.ts'
import { fieldOf, type Resource } from '../../../api/resources.ts'
import { useFormat } from '../../../i18n/locale.tsx'
import { useAmountNames } from '../amount-names.ts'

interface SummaryProps {
  readonly resource: Resource
  readonly totals: Totals
  readonly count: number
  /** Prices include tax. */
  readonly isGross: boolean
}

/** The totals of the lines; announced to screen readers after a pause in typing. */
export function Summary({ resource, totals, count, isGross }: SummaryProps) {
  const { t } = useTranslation()
  const nameOf = useAmountNames(resource, isGross)
  const format = useFormat()
  if (!fieldOf(resource, 'total')) return null
  const line = (name: keyof Totals, sign: 1 | -1 = 1) => (
    <Group justify="space-between">
      <Text size="sm" c="dimmed">
        {nameOf(name)}
      </Text>
      <Text size="sm" className="numbers">
        {format.money(sign * totals[name] || 0)}
      </Text>
    </Group>
  )
  return (
    <Card component="section" aria-label={t('orders:summary')}>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{t('orders:summary')}</Title>
        <Text size="sm" c="dimmed">
          {t('common:lines', { count })}
        </Text>
      </Group>
      <Stack gap={6}>
        {line('subtotal')}
        {totals.discountTotal > 0 && line('discountTotal', -1)}
        {line('taxTotal')}
        <Divider my={4} />
        <Group justify="space-between" align="baseline">
          <Text fw={600}>{nameOf('total')}</Text>
          <Text fz="1.375rem" fw={700} className="numbers" aria-live="polite" data-total>
            {format.money(totals.total)}
          </Text>
        </Group>
      </Stack>
    </Card>
  )
}
