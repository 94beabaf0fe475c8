import { IconBookmark, IconSettings, IconShieldLock, IconWebhook } from '@tabler/icons-react'
import type { Resource } from '../api/resources.ts'
import type { Customisations } from '../screens/customisation.ts'
import { apiKeys } from './api-keys/api-keys.ts'
import { auditLog } from './audit-log/audit-log.ts'
import { creditNotes } from './credit-notes/credit-notes.ts'
import { customers } from './customers/customers.ts'
import { deliveries } from './deliveries/deliveries.ts'
import { documentPages } from './documents/documents.ts'
import { imports } from './imports/imports.ts'
import { invoices } from './invoices/invoices.ts'
import { items } from './items/items.ts'
import { messages } from './messages/messages.ts'
import { oauthClients } from './oauth-clients/oauth-clients.ts'
import { payments } from './payments/payments.ts'
import { quotations } from './quotations/quotations.ts'
import { roles } from './roles/roles.ts'
import { salesOrders } from './sales-orders/sales-orders.ts'
import { stockMovements } from './stock-movements/stock-movements.ts'
import { users } from './users/users.ts'
import { webhooks } from './webhooks/webhooks.ts'

/** Resources that have no list of their own in the navigation. */
const unlisted: Customisations = {
  settings: { icon: IconSettings, isUnlisted: true },
  sessions: { icon: IconShieldLock, isUnlisted: true },
  'webhook-deliveries': { icon: IconWebhook, isUnlisted: true },
  views: { icon: IconBookmark, isUnlisted: true },
}

/**
 * Where resources differ from what follows from their declarations; one line each, in the order of the navigation. Most
 * need none.
 */
const customisations: Customisations = {
  quotations,
  'sales-orders': salesOrders,
  deliveries,
  invoices,
  'credit-notes': creditNotes,
  payments,
  customers,
  items,
  'stock-movements': stockMovements,
  imports,
  'api-keys': apiKeys,
  'oauth-clients': oauthClients,
  webhooks,
  users,
  roles,
  messages,
  'audit-log': auditLog,
  ...unlisted,
}

/** With the pages of documents where a resource is one. */
export const customisationsFor = (resources: readonly Resource[]): Customisations => ({
  ...customisations,
  ...Object.fromEntries(
    resources
      .filter(({ document }) => document !== undefined)
      .map(({ name }) => [name, { ...documentPages, ...customisations[name] }]),
  ),
})
