import { useLabels } from '../../i18n/locale.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import type { CellProps } from '../field-kind.ts'

const isStatus = (name: string) => /status$/i.test(name)

export function ChoiceCell({ field, value }: CellProps) {
  const labels = useLabels()
  return isStatus(field.name) ? <StatusPill field={field} value={String(value)} /> : labels.choice(String(value))
}
