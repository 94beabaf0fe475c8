import { IconApps } from '@tabler/icons-react'
import type { Customisation } from '../../screens/customisation.ts'
import { accessPart } from '../shared/access-part.ts'

export const oauthClients: Customisation = {
  icon: IconApps,
  group: 'developers',
  columns: ['name', 'clientId', 'scopes', 'isPublic', 'isActive', 'createdAt'],
  inputs: {
    scopes: accessPart(() => import('../shared/scopes-input.tsx').then(({ ScopesInput }) => ScopesInput)),
    redirectUris: accessPart(() => import('./redirects-input.tsx').then(({ RedirectsInput }) => RedirectsInput)),
    isPublic: accessPart(() => import('./kind-input.tsx').then(({ KindInput }) => KindInput)),
  },
  hiddenFields: ['clientSecret'],
  Actions: accessPart(() => import('./app-actions.tsx').then(({ AppActions }) => AppActions)),
  Panels: accessPart(() => import('./connection-panel.tsx').then(({ ConnectionPanel }) => ConnectionPanel)),
  Usage: accessPart(() => import('./app-usage.tsx').then(({ AppUsage }) => AppUsage)),
}
