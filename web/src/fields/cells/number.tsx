import type { Format } from '../../i18n/format.ts'
import { useFormat } from '../../i18n/locale.tsx'
import type { CellProps } from '../field-kind.ts'

const numeric = (shown: (format: Format, value: number) => string) =>
  function NumberCell({ value }: CellProps) {
    return <span className="numbers">{shown(useFormat(), Number(value))}</span>
  }

export const MoneyCell = numeric((format, value) => format.money(value))
export const PlainNumberCell = numeric((format, value) => format.number(value))
export const PercentCell = numeric((format, value) => format.percent(value))
