import { IconArrowsTransferUpDown } from '@tabler/icons-react'
import type { Customisation } from '../../screens/customisation.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { DeliveryCell, MovementCell } from './movement-cells.tsx'

export const stockMovements: Customisation = {
  icon: IconArrowsTransferUpDown,
  group: 'catalog',
  columns: ['createdAt', 'item', 'quantity', 'balance', 'reason', 'note'],
  cells: { quantity: MovementCell, delivery: DeliveryCell },
  inputs: { reason: lazyPart(() => import('./reason-input.tsx').then(({ ReasonInput }) => ReasonInput)) },
  // The ledger only grows.
  without: ['edit', 'delete'],
}
