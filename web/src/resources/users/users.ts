import { IconUsers } from '@tabler/icons-react'
import type { Customisation } from '../../screens/customisation.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

export const users: Customisation = {
  icon: IconUsers,
  group: 'administration',
  ListActions: lazyPart(() => import('./invite-button.tsx').then(({ InviteButton }) => InviteButton)),
  columns: ['name', 'email', 'role', 'type', 'hasSecondFactor', 'isActive', 'createdAt'],
  cells: {
    hasSecondFactor: lazyPart(() => import('./user-cells.tsx').then(({ SecondFactorCell }) => SecondFactorCell)),
    isActive: lazyPart(() => import('./user-cells.tsx').then(({ ActivityCell }) => ActivityCell)),
    role: lazyPart(() => import('./user-cells.tsx').then(({ RoleCell }) => RoleCell)),
  },
  inputs: {
    role: lazyPart(() => import('./role-input.tsx').then(({ RoleInput }) => RoleInput)),
    password: lazyPart(() => import('./new-password-input.tsx').then(({ NewPasswordInput }) => NewPasswordInput)),
  },
  MenuItems: lazyPart(() => import('./reset-second-factor.tsx').then(({ ResetSecondFactor }) => ResetSecondFactor)),
  Actions: lazyPart(() => import('./user-actions.tsx').then(({ UserActions }) => UserActions)),
}
