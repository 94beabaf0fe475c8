import { SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DECIMALS, lineAmounts } from '../../../../server/src/model/money.ts'
import { meQuery } from '../../api/me.ts'
import { useFormat, useLabels } from '../../i18n/locale.tsx'
import type { PartProps } from '../../screens/customisation.ts'
import { Figure } from '../../ui/figure.tsx'

/** The margin and the stock. A role that does not see the cost sees no margin. */
export function ItemSummary({ row }: PartProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const format = useFormat()
  const label = (field: string) => labels.field('items', field)
  const isGross = useQuery(meQuery).data?.company?.pricesIncludeTax === true
  const { sellingPrice, taxRate, costPrice, availableStock, currentStock, reservedStock, reorderLevel } =
    row as Partial<Record<string, number>>
  const margin = marginOf(isGross ? netPrice(sellingPrice, taxRate) : sellingPrice, costPrice)
  const isStocked = row.itemType !== 'Service' && availableStock !== undefined
  const unit = String(row.uom ?? '')
  const amount = (value: number | undefined) => (value === undefined ? '' : `${format.number(value)} ${unit}`)
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md">
      {sellingPrice !== undefined && (
        <Figure
          name={label('sellingPrice')}
          value={format.money(sellingPrice)}
          detail={costPrice !== undefined ? `${label('costPrice')} ${format.money(costPrice)}` : undefined}
        />
      )}
      {margin && (
        <Figure
          name={t('records:margin')}
          value={format.percent(margin.percent)}
          detail={t('records:marginEach', { amount: format.money(margin.amount), unit })}
          colour={margin.amount < 0 ? 'red' : undefined}
        />
      )}
      {isStocked && (
        <Figure
          name={label('availableStock')}
          value={amount(availableStock)}
          detail={t('records:stockParts', { inStock: amount(currentStock), reserved: amount(reservedStock) })}
          colour={row.isLowStock === true ? 'orange' : undefined}
          bar={reorderLevel ? { share: availableStock / (2 * reorderLevel), label: label('reorderLevel') } : undefined}
        />
      )}
    </SimpleGrid>
  )
}

const CENTS = 100

interface Margin {
  readonly amount: number
  /** Of the selling price. */
  readonly percent: number
}

/** Undefined where it cannot be known. */
const netPrice = (rate: number | undefined, taxRate: number | undefined): number | undefined =>
  rate === undefined || taxRate === undefined
    ? undefined
    : lineAmounts({ quantity: 1, rate, discount: 0, taxRate }, DECIMALS, true).amount

/** What is left of the net price; undefined where either is unknown or nothing is charged. */
function marginOf(price: number | undefined, cost: number | undefined): Margin | undefined {
  if (!price || cost === undefined) return undefined
  const amount = Math.round((price - cost) * CENTS * CENTS) / (CENTS * CENTS)
  return { amount, percent: Math.round((amount / price) * 1000) / 10 }
}
