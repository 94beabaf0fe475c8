import { accessResources } from '../auth/administration.ts'
import { auditChains, auditLog } from '../core/audit/audit-log.resource.ts'
import { idempotentReplies } from '../core/idempotency.ts'
import { importFaults, importRows, imports } from '../core/imports/imports.resource.ts'
import { messages } from '../core/mail/messages.resource.ts'
import { webhookDeliveries } from '../core/webhooks/webhook-deliveries.resource.ts'
import { webhookStates, webhooks } from '../core/webhooks/webhooks.resource.ts'
import type { Resource } from '../model/resource.ts'
import { catalog as shippedCatalog } from '../resources/catalog.ts'
import { logos } from '../resources/settings/logo/logos.resource.ts'

/** All stored resources, of the business and of the service itself. */
export const everyResource = (catalog: readonly Resource[] = shippedCatalog): readonly Resource[] => [
  ...catalog,
  ...accessResources,
  idempotentReplies,
  auditLog,
  auditChains,
  imports,
  importRows,
  importFaults,
  messages,
  webhooks,
  webhookStates,
  webhookDeliveries,
  logos,
]

/** The resources that roles and keys can have rights on. */
export const subjectsOf = (resources: readonly Resource[]): Resource[] => resources.filter(({ internal }) => !internal)
