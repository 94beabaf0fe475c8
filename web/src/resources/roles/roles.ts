import { IconUsersGroup } from '@tabler/icons-react'
import type { Customisation } from '../../screens/customisation.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { OriginCell } from './origin-cell.tsx'

export const roles: Customisation = {
  icon: IconUsersGroup,
  group: 'administration',
  columns: ['name', 'description', 'requiresSecondFactor', 'isShipped'],
  cells: { isShipped: OriginCell },
  inputs: {
    permissions: lazyPart(() => import('./matrix-input.tsx').then(({ MatrixInput }) => MatrixInput)),
    secondFactorGraceDays: lazyPart(() => import('./grace-input.tsx').then(({ GraceInput }) => GraceInput)),
  },
  shownElsewhere: ['permissions'],
  Panels: lazyPart(() => import('./matrix-panel.tsx').then(({ MatrixPanel }) => MatrixPanel)),
  Actions: lazyPart(() => import('./role-actions.tsx').then(({ RoleActions }) => RoleActions)),
}
