import type { CellProps } from '../../fields/field-kind.ts'
import { useLabels } from '../../i18n/locale.tsx'

export function KindCell({ value }: CellProps) {
  return useLabels().choice(String(value))
}
