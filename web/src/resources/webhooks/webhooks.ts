import { IconWebhook } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { withWords } from '../../i18n/i18n.ts'
import type { Customisation } from '../../screens/customisation.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

/** A part in a chunk of its own, with the words of webhooks. */
const part = <P extends object>(load: () => Promise<ComponentType<P>>) => lazyPart(() => withWords('webhooks', load()))

export const webhooks: Customisation = {
  icon: IconWebhook,
  group: 'developers',
  columns: ['url', 'description', 'events', 'health', 'disabledReason', 'lastDeliveredAt'],
  cells: { health: part(() => import('./health-cell.tsx').then(({ HealthCell }) => HealthCell)) },
  inputs: {
    url: part(() => import('./address-input.tsx').then(({ AddressInput }) => AddressInput)),
    events: part(() => import('./events-input.tsx').then(({ EventsInput }) => EventsInput)),
    filter: part(() => import('./filter-input.tsx').then(({ FilterInput }) => FilterInput)),
  },
  hiddenFields: ['secret', 'failingSince', 'isReplaying'],
  shownElsewhere: ['isActive'],
  Actions: part(() => import('./webhook-actions.tsx').then(({ WebhookActions }) => WebhookActions)),
  Panels: part(() => import('./deliveries-panel.tsx').then(({ DeliveriesPanel }) => DeliveriesPanel)),
}
