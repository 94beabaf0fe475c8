import { ActionIcon, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '../../../api/resources.ts'
import { useFormat } from '../../../i18n/locale.tsx'
import type { Errors } from '../../../screens/form/form-values.ts'
import { useAmountNames } from '../amount-names.ts'
import { ItemCell } from './item-cell.tsx'
import type { LastPrice } from './last-prices.ts'
import type { LineActions } from './line-actions.ts'
import classes from './lines.module.css'
import { amountOf, decimalsOf, type ItemTerms, isBlank, isFree, isPriced, type Line, type NumberName } from './lines.ts'
import { NumberCell } from './number-cell.tsx'
import { WordsCell } from './words-cell.tsx'

export interface LineRowProps {
  /** Of the document. */
  readonly resource: Resource
  /** Undefined if the user may not look up items. */
  readonly items: Resource | undefined
  readonly line: Line
  readonly number: number
  readonly terms: ItemTerms
  readonly columns: readonly NumberName[]
  readonly currency: string | undefined
  /** Prices include tax. */
  readonly isGross: boolean
  /** Of a subtotal: what it shows. */
  readonly subtotal: number | undefined
  readonly lastPrices: ReadonlyMap<string, LastPrice>
  /** Of this line, by the name of the cell. */
  readonly errors: Errors
  /** Cells that may be written in; undefined: all. */
  readonly open: readonly string[] | undefined
  readonly act: LineActions
}

/** One editable line of a document. Unchanged lines are not rendered again. */
export const LineRow = memo(function LineRow(props: LineRowProps) {
  const { resource, line, number, columns, currency, isGross, errors, open, act } = props
  const { t } = useTranslation()
  const amountName = useAmountNames(resource, isGross)
  const format = useFormat()
  const decimals = decimalsOf(currency)
  const nameOf = (name: string) => amountName(`items.${name}`)
  const isSold = isPriced(line) && !isBlank(line) && !line.typed
  const amount = isSold ? amountOf(line, decimals, isGross) : props.subtotal
  const labelOf = (name: string) => `${nameOf(name)}, ${t('common:line', { number })}`
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid everywhere.
    <div role="group" className={classes.line} data-kind={line.kind} aria-label={t('common:line', { number })}>
      <div className={classes.place} aria-hidden>
        {number}
      </div>
      <Cell name="item" label={nameOf('item')}>
        <Subject {...props} labelOf={labelOf} />
      </Cell>
      {(isPriced(line) ? columns : []).map((name) => (
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
          <output className={classes.amount}>{amount !== undefined && format.money(amount)}</output>
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

/** What the line is about: its item and more words about it, or nothing but words. */
function Subject(props: LineRowProps & { readonly labelOf: (name: string) => string }) {
  const { resource, line, errors, open, act, labelOf } = props
  const { t } = useTranslation()
  const words = {
    line,
    act,
    error: errors.description,
    isDisabled: open !== undefined && !open.includes('description'),
  }
  if (line.kind !== 'item') {
    const kind = t(`orders:kinds.${line.kind}`)
    return <WordsCell {...words} isSubject label={`${kind}, ${labelOf('description')}`} placeholder={kind} />
  }
  if (isFree(line))
    return (
      <>
        <WordsCell {...words} isSubject label={labelOf('description')} placeholder={t('orders:kinds.free')} />
        <UnitCell {...{ line, act, open }} error={errors.uom} label={labelOf('uom')} />
      </>
    )
  return (
    <>
      <ItemCell {...props} label={labelOf('item')} />
      {line.description !== null && <WordsCell {...words} isSubject={false} label={labelOf('description')} />}
      <LineHints line={line} takesStock={resource.document?.takesStock ?? false} />
    </>
  )
}

interface UnitCellProps extends Pick<LineRowProps, 'line' | 'act' | 'open'> {
  readonly label: string
  readonly error: string | undefined
}

/** Of a line without an item, which has no unit of its own. */
const UnitCell = ({ line, act, open, label, error }: UnitCellProps) => (
  <TextInput
    aria-label={label}
    data-cell={`${line.key}.uom`}
    variant="unstyled"
    classNames={{ input: classes.unit, error: classes.error }}
    placeholder={label.split(',')[0]}
    value={line.uom}
    onChange={({ currentTarget }) => act.change(line.key, { uom: currentTarget.value })}
    disabled={open !== undefined}
    error={error}
  />
)

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
