import { fieldOf, type Resource, type Row } from '../../../api/resources.ts'
import { useAmountNames } from '../amount-names.ts'
import { useDocumentFormat } from '../document-format.ts'
import classes from './document.module.css'

interface DocumentTotalsProps {
  readonly resource: Resource
  readonly row: Row
  /** Below the total: what was paid, what is left. */
  readonly more?: readonly string[]
}

/** The totals as the server computed them. */
export function DocumentTotals({ resource, row, more = [] }: DocumentTotalsProps) {
  const nameOf = useAmountNames(resource, row.pricesIncludeTax === true)
  const format = useDocumentFormat(row)
  const isShown = (name: string) => fieldOf(resource, name) !== undefined && (name !== 'discountTotal' || row[name])
  const sign = (name: string) => (name === 'discountTotal' ? -1 : 1)
  const names = ['subtotal', 'discountTotal', 'taxTotal', 'total', ...more].filter(isShown)
  if (names.length === 0) return null
  return (
    <dl className={classes.totals}>
      {names.map((name) => (
        <div key={name} data-name={name}>
          <dt>{nameOf(name)}</dt>
          <dd>{format.money(sign(name) * Number(row[name] ?? 0) || 0)}</dd>
        </div>
      ))}
    </dl>
  )
}
