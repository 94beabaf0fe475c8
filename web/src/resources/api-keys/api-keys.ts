import { IconKey } from '@tabler/icons-react'
import type { Customisation } from '../../screens/customisation.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

export const apiKeys: Customisation = {
  icon: IconKey,
  group: 'administration',
  columns: ['name', 'prefix', 'scopes', 'owner', 'lastUsedAt', 'expiresAt'],
  cells: {
    prefix: lazyPart(() => import('./key-cells.tsx').then(({ PrefixCell }) => PrefixCell)),
    expiresAt: lazyPart(() => import('./key-cells.tsx').then(({ ExpiryCell }) => ExpiryCell)),
    resources: lazyPart(() => import('./key-cells.tsx').then(({ NarrowingCell }) => NarrowingCell)),
  },
  inputs: {
    scopes: lazyPart(() => import('../shared/scopes-input.tsx').then(({ ScopesInput }) => ScopesInput)),
    resources: lazyPart(() => import('./narrowing-input.tsx').then(({ NarrowingInput }) => NarrowingInput)),
    expiresAt: lazyPart(() => import('./expiry-input.tsx').then(({ ExpiryInput }) => ExpiryInput)),
  },
  hiddenFields: ['key', 'lastFour'],
  Actions: lazyPart(() => import('./key-actions.tsx').then(({ KeyActions }) => KeyActions)),
  Usage: lazyPart(() => import('./key-usage.tsx').then(({ KeyUsage }) => KeyUsage)),
  // A key is revoked one at a time, by typing its name.
  hasOwnRemoval: true,
}
