import type { Migration } from '../schema-change.ts'
import { deliveryLine, invoiceLine, orderLine } from './0005-order-to-cash.ts'
import { keepLinesTogether } from './older-lines.ts'

/** A line takes half the room, and half the work to write: nothing ever asked for one by its own id. */
export const linesTogether: Migration = {
  name: '0023-lines-together',
  async up(schema) {
    await keepLinesTogether(schema, 'sales-orders', 'items', orderLine, ['item'])
    await keepLinesTogether(schema, 'invoices', 'items', invoiceLine, ['item'])
    await keepLinesTogether(schema, 'deliveries', 'items', deliveryLine)
  },
}
