import { IconBookmark, IconSettings, IconShieldLock, IconWebhook } from '@tabler/icons-react'
import type { Customisations } from '../screens/customisation.ts'

/** Resources that have no list of their own in the navigation. */
export const unlisted: Customisations = {
  settings: { icon: IconSettings, isUnlisted: true },
  sessions: { icon: IconShieldLock, isUnlisted: true },
  'webhook-deliveries': { icon: IconWebhook, isUnlisted: true },
  views: { icon: IconBookmark, isUnlisted: true },
}
