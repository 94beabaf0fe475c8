import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '../../../api/resources.ts'
import { useFormat, useLabels } from '../../../i18n/locale.tsx'
import type { Errors } from '../../../screens/form/form-values.ts'
import { ItemCell } from './item-cell.tsx'
import type { LastPrice } from './last-prices.ts'
import type { LineActions } from './line-actions.ts'
import classes from './lines.module.css'
import { amountsOf, decimalsOf, type Line, type NumberName } from './lines.ts'
import { NumberCell } from './number-cell.tsx'

export interface LineRowProps {
  /** Of the document. */
  readonly resource: Resource
  /** Undefined if the user may not look up items. */
  readonly items: Resource | undefined
  readonly line: Line
  readonly number: number
  /** The field of an item with its price. */
  readonly price: string | undefined
  readonly columns: readonly NumberName[]
  readonly currency: string | undefined
  readonly lastPrices: ReadonlyMap<string, LastPrice>
  /** Of this line, by the name of the cell. */
  readonly errors: Errors
  /** Cells that may be written in; undefined: all. */
  readonly open: readonly string[] | undefined
  readonly act: LineActions
}

/** One editable line of a document. Unchanged lines are not rendered again. */
export const LineRow = memo(function LineRow(props: LineRowProps) {
  const { resource, line, number, columns, currency, errors, open, act } = props
  const { t } = useTranslation()
  const labels = useLabels()
  const format = useFormat()
  const decimals = decimalsOf(currency)
  const nameOf = (name: string) => labels.field(resource.name, `items.${name}`)
  const labelOf = (name: string) => `${nameOf(name)}, ${t('common:line', { number })}`
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid everywhere.
    <div role="group" className={classes.line} aria-label={t('common:line', { number })}>
      <div className={classes.place} aria-hidden>
        {number}
      </div>
      <Cell name="item" label={nameOf('item')}>
        <ItemCell {...props} label={labelOf('item')} />
        <LineHints line={line} takesStock={resource.document?.takesStock ?? false} />
      </Cell>
      {columns.map((name) => (
        <Cell key={name} name={name} label={nameOf(name)}>
          <NumberCell
            label={labelOf(name)}
            cell={`${line.key}.${name}`}
            value={line[name]}
            onChange={(value) => act.change(line.key, { [name]: value })}
            error={errors[name]}
            isDisabled={open !== undefined && !open.includes(name)}
            decimals={name === 'rate' ? decimals : 0}
            suffix={name === 'discount' || name === 'taxRate' ? ' %' : undefined}
          />
        </Cell>
      ))}
      {columns.includes('rate') && (
        <Cell name="amount" label={nameOf('amount')}>
          <output className={classes.amount}>{line.item && format.money(amountsOf(line, decimals).amount)}</output>
        </Cell>
      )}
      {!open && (
        <ActionIcon
          className={classes.remove}
          variant="subtle"
          color="gray"
          // By keyboard, Ctrl+Delete does it; every line would cost one more Tab otherwise.
          tabIndex={-1}
          aria-label={t('common:removeLine', { number })}
          onClick={() => act.remove(line.key)}
        >
          <IconTrash size={16} stroke={1.6} />
        </ActionIcon>
      )}
    </div>
  )
})

const Cell = ({ name, label, children }: { name: string; label: string; children: ReactNode }) => (
  <div className={classes.cell} data-column={name}>
    <span className={classes.label} aria-hidden>
      {label}
    </span>
    {children}
  </div>
)

/** The code and unit of the item, and warnings: too few are available, or the price is not the usual one. */
function LineHints({ line, takesStock }: { line: Line; takesStock: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { item, itemCode, quantity, rate, available, listPrice, uom } = line
  const isShort = takesStock && available !== undefined && (quantity ?? 0) > available
  const isOwnPrice = listPrice !== undefined && rate !== null && rate !== listPrice
  if (item === null) return null
  return (
    <div className={classes.hints}>
      <span>{[itemCode, uom].filter(Boolean).join(' · ')}</span>
      {isShort && (
        <span className={classes.short}>
          {available > 0
            ? t('orders:onlyAvailable', { quantity: format.number(available) })
            : t('orders:noneAvailable')}
        </span>
      )}
      {isOwnPrice && <span>{t('orders:listPrice', { price: format.money(listPrice) })}</span>}
    </div>
  )
}
