import { IconUsers } from '@tabler/icons-react'
import type { Customisation } from '../../screens/customisation.ts'
import { accessPart } from '../shared/access-part.ts'

export const users: Customisation = {
  icon: IconUsers,
  group: 'administration',
  ListActions: accessPart(() => import('./invite-button.tsx').then(({ InviteButton }) => InviteButton)),
  columns: ['name', 'email', 'role', 'type', 'hasSecondFactor', 'isActive', 'createdAt'],
  cells: {
    hasSecondFactor: accessPart(() => import('./user-cells.tsx').then(({ SecondFactorCell }) => SecondFactorCell)),
    isActive: accessPart(() => import('./user-cells.tsx').then(({ ActivityCell }) => ActivityCell)),
    role: accessPart(() => import('./user-cells.tsx').then(({ RoleCell }) => RoleCell)),
  },
  inputs: {
    role: accessPart(() => import('./role-input.tsx').then(({ RoleInput }) => RoleInput)),
    password: accessPart(() => import('./new-password-input.tsx').then(({ NewPasswordInput }) => NewPasswordInput)),
  },
  MenuItems: accessPart(() => import('./reset-second-factor.tsx').then(({ ResetSecondFactor }) => ResetSecondFactor)),
  Actions: accessPart(() => import('./user-actions.tsx').then(({ UserActions }) => UserActions)),
}
