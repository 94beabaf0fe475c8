import type { Entry } from '../../core/rules.ts'
import { entryOf } from '../entry-of.ts'
import { deliveriesEntry } from './deliveries-entry.ts'
import { webhookActions, webhookStock } from './webhook-actions.ts'
import { type WebhookParts, webhookRules } from './webhook-rules.ts'
import { webhooks } from './webhooks.resource.ts'

/** Webhooks, and what was sent to them. */
export function webhookEntries(parts: WebhookParts): Entry[] {
  const rules = webhookRules(parts)
  return [
    entryOf(webhooks, {
      rules,
      actions: webhookActions(parts, rules),
      stock: webhookStock,
      without: ['export', 'bulk'],
    }),
    deliveriesEntry(parts),
  ]
}
