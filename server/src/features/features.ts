import type { Feature } from '../core/feature.ts'
import { bulkAction } from './bulk/bulk-action.ts'
import { exportAction } from './export/export-action.ts'
import { importFaults, importRows, imports } from './imports/imports.resource.ts'
import { mailRequests } from './mail/mail-requests.resource.ts'
import { messages } from './mail/messages.resource.ts'
import { similarAction } from './search/similar.ts'
import { webhookDeliveries } from './webhooks/webhook-deliveries.resource.ts'
import { webhookStates, webhooks } from './webhooks/webhooks.resource.ts'

/** All that stores something, or adds to every resource; what a feature serves is listed in `app/composition-root.ts`. */
export const features: readonly Feature[] = [
  { actionsFor: (resource) => (resource.similarBy ? [similarAction(resource)] : []) },
  {
    actionsFor(resource, rules, actions) {
      const list = actions.find(({ name }) => name === 'list')
      return list ? [exportAction(resource, rules, list)] : []
    },
  },
  {
    actionsFor(resource, _rules, actions) {
      const list = actions.find(({ name }) => name === 'list')
      const bulk = list && bulkAction(resource, actions, list)
      return bulk ? [bulk] : []
    },
  },
  {
    resources: [imports, importRows, importFaults],
    expiring: [importRows, importFaults].map((resource) => ({ resource, keptMs: 0 })),
  },
  { resources: [messages, mailRequests] },
  {
    resources: [webhooks, webhookStates, webhookDeliveries],
    expiring: [{ resource: webhookDeliveries, keptMs: 0 }],
  },
]
