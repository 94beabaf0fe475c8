import { IconKey } from '@tabler/icons-react'
import type { Customisation } from '../../screens/customisation.ts'
import { accessPart } from '../shared/access-part.ts'

export const apiKeys: Customisation = {
  icon: IconKey,
  group: 'administration',
  columns: ['name', 'prefix', 'scopes', 'owner', 'lastUsedAt', 'expiresAt'],
  cells: {
    prefix: accessPart(() => import('./key-cells.tsx').then(({ PrefixCell }) => PrefixCell)),
    expiresAt: accessPart(() => import('./key-cells.tsx').then(({ ExpiryCell }) => ExpiryCell)),
    resources: accessPart(() => import('./key-cells.tsx').then(({ NarrowingCell }) => NarrowingCell)),
  },
  inputs: {
    scopes: accessPart(() => import('../shared/scopes-input.tsx').then(({ ScopesInput }) => ScopesInput)),
    resources: accessPart(() => import('./narrowing-input.tsx').then(({ NarrowingInput }) => NarrowingInput)),
    expiresAt: accessPart(() => import('./expiry-input.tsx').then(({ ExpiryInput }) => ExpiryInput)),
  },
  hiddenFields: ['key', 'lastFour'],
  Actions: accessPart(() => import('./key-actions.tsx').then(({ KeyActions }) => KeyActions)),
  Usage: accessPart(() => import('./key-usage.tsx').then(({ KeyUsage }) => KeyUsage)),
  // A key is revoked one at a time, by typing its name.
  hasOwnRemoval: true,
}
