import { useTranslation } from 'react-i18next'
import type { Resource } from '../../api/resources.ts'
import { useLabels } from '../../i18n/locale.tsx'

/** What the amounts of a document are called where its prices include tax: the others are before it. */
const GROSS: Readonly<Record<string, string>> = {
  'items.rate': 'orders:inclTax',
  'items.amount': 'orders:inclTax',
  subtotal: 'orders:beforeTax',
  discountTotal: 'orders:beforeTax',
  total: 'orders:inclTax',
}

/** The label of a field of a document or its lines, by its path. */
export function useAmountNames(resource: Resource, isGross: boolean): (path: string) => string {
  const { t } = useTranslation()
  const labels = useLabels()
  return (path) => {
    const name = labels.field(resource.name, path)
    return isGross && GROSS[path] ? t(GROSS[path], { name }) : name
  }
}
