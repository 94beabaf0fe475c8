import { IconMail } from '@tabler/icons-react'
import type { Customisation } from '../../screens/customisation.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

export const messages: Customisation = {
  icon: IconMail,
  group: 'administration',
  columns: ['createdAt', 'kind', 'to', 'subject', 'status', 'reason'],
  cells: { kind: lazyPart(() => import('./kind-cell.tsx').then(({ KindCell }) => KindCell)) },
}
