import { Text } from '@mantine/core'
import { useResource } from '../../api/use-resources.tsx'
import type { CellProps } from '../../fields/field-kind.ts'
import { useFormat } from '../../i18n/locale.tsx'
import { AnchorLink } from '../../ui/links.tsx'

/** What comes has a plus, what goes a minus. */
export function MovementCell({ value }: CellProps) {
  const format = useFormat()
  const quantity = Number(value)
  return (
    <Text span inherit className="numbers" c={quantity < 0 ? 'var(--mantine-color-error)' : undefined}>
      {quantity > 0 && '+'}
      {format.number(quantity)}
    </Text>
  )
}

/** The delivery that took it, where there is one. */
export function DeliveryCell({ value }: CellProps) {
  const deliveries = useResource('deliveries')
  if (!value) return '–'
  const id = String(value)
  return deliveries ? <AnchorLink href={`/${deliveries.path}/${id}`}>{id}</AnchorLink> : id
}
