import { IconUsersGroup } from '@tabler/icons-react'
import type { Customisation } from '../../screens/customisation.ts'
import { accessPart } from '../shared/access-part.ts'

export const roles: Customisation = {
  icon: IconUsersGroup,
  group: 'administration',
  columns: ['name', 'description', 'requiresSecondFactor', 'isShipped'],
  cells: { isShipped: accessPart(() => import('./origin-cell.tsx').then(({ OriginCell }) => OriginCell)) },
  inputs: {
    permissions: accessPart(() => import('./matrix-input.tsx').then(({ MatrixInput }) => MatrixInput)),
    secondFactorGraceDays: accessPart(() => import('./grace-input.tsx').then(({ GraceInput }) => GraceInput)),
  },
  shownElsewhere: ['permissions'],
  Panels: accessPart(() => import('./matrix-panel.tsx').then(({ MatrixPanel }) => MatrixPanel)),
  Actions: accessPart(() => import('./role-actions.tsx').then(({ RoleActions }) => RoleActions)),
}
