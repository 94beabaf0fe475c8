import { IconArrowsTransferUpDown } from '@tabler/icons-react'
import type { Customisation } from '../../screens/customisation.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

export const stockMovements: Customisation = {
  icon: IconArrowsTransferUpDown,
  group: 'catalog',
  columns: ['createdAt', 'item', 'quantity', 'balance', 'reason', 'note'],
  cells: {
    quantity: lazyPart(() => import('./movement-cells.tsx').then(({ MovementCell }) => MovementCell)),
    delivery: lazyPart(() => import('./movement-cells.tsx').then(({ DeliveryCell }) => DeliveryCell)),
  },
  inputs: { reason: lazyPart(() => import('./reason-input.tsx').then(({ ReasonInput }) => ReasonInput)) },
}
