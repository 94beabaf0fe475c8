import { Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../../api/resources.ts'
import { useFormat } from '../../../i18n/locale.tsx'
import type { LastPrice } from './last-prices.ts'

/** An item to choose: what it is, what it costs, what there is of it, and what this customer paid the last time. */
export function ItemOption({ item, last }: { item: Row; last: LastPrice | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { sellingPrice, availableStock, itemType, uom } = item
  const isStocked = itemType !== 'Service' && typeof availableStock === 'number'
  return (
    <>
      <Group justify="space-between" wrap="nowrap" gap="md">
        <Text size="sm" fw={500} truncate>
          {String(item.itemName)}
        </Text>
        {typeof sellingPrice === 'number' && (
          <Text size="sm" className="numbers">
            {format.money(sellingPrice)}
          </Text>
        )}
      </Group>
      <Group justify="space-between" wrap="nowrap" gap="md">
        <Text size="xs" c="dimmed" truncate>
          {String(item.itemCode)}
          {last && ` · ${t('orders:lastPrice', { price: format.money(last.rate), date: format.date(last.date) })}`}
        </Text>
        {isStocked && (
          <Text size="xs" c={availableStock > 0 ? 'dimmed' : 'var(--mantine-color-error)'} className="numbers">
            {t('orders:available', { quantity: format.number(availableStock), uom })}
          </Text>
        )}
      </Group>
    </>
  )
}
