import { useTranslation } from 'react-i18next'
import { findQuery } from '../../../api/find-records.ts'
import type { Resource } from '../../../api/resources.ts'
import type { Errors } from '../../../screens/form/form-values.ts'
import { Lookup } from '../../../ui/pickers/lookup.tsx'
import { ItemOption } from './item-option.tsx'
import type { LastPrice } from './last-prices.ts'
import type { LineActions } from './line-actions.ts'
import classes from './lines.module.css'
import type { ItemTerms, Line } from './lines.ts'
import { itemFields } from './match-items.ts'

interface ItemCellProps {
  readonly items: Resource | undefined
  readonly line: Line
  readonly terms: ItemTerms
  readonly lastPrices: ReadonlyMap<string, LastPrice>
  readonly errors: Errors
  readonly open: readonly string[] | undefined
  readonly act: LineActions
  readonly label: string
}

/** Takes a code or name; Enter chooses the best match and moves on. */
export function ItemCell({ items, line, terms, lastPrices, errors, open, act, label }: ItemCellProps) {
  const { t } = useTranslation()
  if (!items || open) return <div className={classes.fixedItem}>{line.itemName}</div>
  return (
    <Lookup
      resource={items}
      aria-label={label}
      data-cell={`${line.key}.item`}
      variant="unstyled"
      classNames={{ input: classes.item, error: classes.error }}
      placeholder={t('orders:itemPlaceholder')}
      find={(text) => findQuery(items, text, itemFields(terms))}
      chosen={line.itemName}
      typed={line.typed}
      onType={(typed) => act.change(line.key, { typed })}
      onPick={(item) => act.pick(line.key, item)}
      onMiss={(text) => act.miss(line.key, text)}
      onEnter={() => act.enter(line.key)}
      option={(item) => <ItemOption item={item} price={terms.price} last={lastPrices.get(item.id)} />}
      error={errors.item}
      width={440}
    />
  )
}
