import { customers } from '../customers/customers.resource.ts'
import type { DocumentBehaviour } from '../documents/document-behaviour.ts'
import { documentRules } from '../documents/document-rules.ts'
import { type Delivery, deliveries } from './deliveries.resource.ts'

export const deliveryRules = documentRules(deliveries, {
  async adds({ customer }, _usual, { records }, before) {
    return before ? {} : { deliveryAddress: (await records.get(customers, customer)).address }
  },
  problems: ['DOCUMENT_LOCKED'],
})

/** A delivery from before it kept an address has none: then the current one is printed, if its reader may see it. */
const deliveryAddress = ({ deliveryAddress: kept }: Delivery) =>
  Object.values(kept).some((part) => part !== null) ? kept : undefined

export const deliveryBehaviour: DocumentBehaviour = {
  rules: deliveryRules,
  printing: { prints: ['deliveryAddress'], address: deliveryAddress },
  stock: {
    create: {
      summary: 'Enter a delivery',
      description:
        'Delivers all that is left of the order, or the given lines. What is not in stock cannot be delivered.',
    },
    delete: { summary: 'Undo a delivery' },
  },
  shippedRights: {
    sales: { can: ['read'] },
    accountant: { can: ['read'] },
    warehouse: { can: ['read', 'create', 'update', 'delete'] },
    viewer: { can: ['read'] },
  },
}
