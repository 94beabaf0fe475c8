import { IconCode, IconSettings, IconShieldLock, IconUserCircle } from '@tabler/icons-react'
import { withWords } from '../i18n/i18n.ts'
import type { Page } from '../ui/page.ts'

export const settingsPages: readonly Page[] = [
  {
    path: '/developers',
    name: 'settings:developers.title',
    load: () => withWords('administration', import('./developers/developers-page.tsx')),
    icon: IconCode,
    group: 'developers',
  },
  {
    path: '/settings',
    name: 'settings:title',
    load: () => withWords('administration', import('./company/settings-page.tsx')),
    icon: IconSettings,
    group: 'administration',
    isFor: (resources) => resources.some(({ name }) => name === 'settings'),
  },
  {
    path: '/profile',
    name: 'settings:profile.title',
    load: () => import('./profile/profile-page.tsx'),
    icon: IconUserCircle,
  },
  {
    path: '/profile/security',
    name: 'settings:security.title',
    load: () => withWords('security', import('./security/security-page.tsx')),
    icon: IconShieldLock,
  },
]
