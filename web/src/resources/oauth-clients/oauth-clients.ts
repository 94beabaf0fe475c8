import { IconApps } from '@tabler/icons-react'
import type { Customisation } from '../../screens/customisation.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

export const oauthClients: Customisation = {
  icon: IconApps,
  group: 'developers',
  columns: ['name', 'clientId', 'scopes', 'isPublic', 'isActive', 'createdAt'],
  inputs: {
    scopes: lazyPart(() => import('../shared/scopes-input.tsx').then(({ ScopesInput }) => ScopesInput)),
    redirectUris: lazyPart(() => import('./redirects-input.tsx').then(({ RedirectsInput }) => RedirectsInput)),
    isPublic: lazyPart(() => import('./kind-input.tsx').then(({ KindInput }) => KindInput)),
  },
  hiddenFields: ['clientSecret'],
  Actions: lazyPart(() => import('./app-actions.tsx').then(({ AppActions }) => AppActions)),
  Panels: lazyPart(() => import('./connection-panel.tsx').then(({ ConnectionPanel }) => ConnectionPanel)),
  Usage: lazyPart(() => import('./app-usage.tsx').then(({ AppUsage }) => AppUsage)),
}
