import { Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../../api/resources.ts'
import { useFormat } from '../../../i18n/locale.tsx'
import type { LastPrice } from './last-prices.ts'

interface ItemOptionProps {
  readonly item: Row
  /** The field with its price. */
  readonly price: string | undefined
  readonly last: LastPrice | undefined
}

/** An item to choose: its name, price and available stock, and its price in the latest document of the same party. */
export function ItemOption({ item, price, last }: ItemOptionProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { availableStock, itemType, uom } = item
  const amount = price && item[price]
  const isStocked = itemType !== 'Service' && typeof availableStock === 'number'
  return (
    <>
      <Group justify="space-between" wrap="nowrap" gap="md">
        <Text size="sm" fw={500} truncate>
          {String(item.itemName)}
        </Text>
        {typeof amount === 'number' && (
          <Text size="sm" className="numbers">
            {format.money(amount)}
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
