import { IconArrowsTransferUpDown } from '@tabler/icons-react'
import type { Customisation } from '../../screens/customisation.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

export const stockMovements: Customisation = {
  icon: IconArrowsTransferUpDown,
  group: 'catalog',
  heading: ({ reason }, labels) => labels.choice(String(reason)),
  columns: ['createdAt', 'item', 'quantity', 'balance', 'reason', 'source.id', 'note'],
  cells: {
    quantity: lazyPart(() => import('./movement-cells.tsx').then(({ MovementCell }) => MovementCell)),
    'source.resource': lazyPart(() => import('./movement-cells.tsx').then(({ SourceKindCell }) => SourceKindCell)),
    'source.id': lazyPart(() => import('./movement-cells.tsx').then(({ SourceCell }) => SourceCell)),
  },
  /** The document that caused it tells the same. */
  shownElsewhere: ['delivery'],
  inputs: { reason: lazyPart(() => import('./reason-input.tsx').then(({ ReasonInput }) => ReasonInput)) },
}
