import { IconUsers } from '@tabler/icons-react'
import type { Customisation } from '../../screens/customisation.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

export const users: Customisation = {
  icon: IconUsers,
  group: 'administration',
  ListActions: lazyPart(() => import('./invite-button.tsx').then(({ InviteButton }) => InviteButton)),
  columns: ['name', 'email', 'role', 'type', 'isActive', 'createdAt'],
  cells: {
    isActive: lazyPart(() => import('./user-cells.tsx').then(({ ActivityCell }) => ActivityCell)),
    role: lazyPart(() => import('./user-cells.tsx').then(({ RoleCell }) => RoleCell)),
  },
  inputs: {
    role: lazyPart(() => import('./role-input.tsx').then(({ RoleInput }) => RoleInput)),
    password: lazyPart(() => import('./new-password-input.tsx').then(({ NewPasswordInput }) => NewPasswordInput)),
  },
  Actions: lazyPart(() => import('./user-actions.tsx').then(({ UserActions }) => UserActions)),
}
