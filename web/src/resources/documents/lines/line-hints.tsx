import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/locale.tsx'
import classes from './lines.module.css'
import type { Line } from './lines.ts'

/** The item of the line, with warnings before it is saved: a shortage, or an unusual price. */
export function LineHints({ line }: { line: Line }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { item, itemCode, quantity, rate, available, listPrice, uom } = line
  const isShort = available !== undefined && (quantity ?? 0) > available
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
