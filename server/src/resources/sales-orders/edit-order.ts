import { type Action, writeAction } from '../../core/action.ts'
import { updateRecord } from '../../core/changes.ts'
import { sumOf } from '../../model/money.ts'
import { fieldsOf } from '../../model/resource.ts'
import { customers } from '../customers/customers.resource.ts'
import { refuseOverCredit } from './credit.ts'
import { holdsStock } from './order-progress.ts'
import { changeReservation } from './reservation.ts'
import { salesOrders } from './sales-orders.resource.ts'
import { salesOrderRules } from './sales-orders.rules.ts'

/** Other quantities on a submitted order need other stock set aside, and more credit if they grow. */
export const editOrder: Action = writeAction({
  name: 'update',
  method: 'PUT',
  path: '/:id',
  summary: 'Update a sales order',
  description:
    'A draft can be changed as a whole; a submitted order in its notes, delivery date and quantities; any other in its notes.',
  access: 'update',
  input: fieldsOf(salesOrders),
  mode: 'update',
  status: 200,
  problems: ['DOCUMENT_LOCKED', 'CREDIT_LIMIT_EXCEEDED', 'CUSTOMER_ON_HOLD', 'TOTAL_MISMATCH', 'INACTIVE_REFERENCE'],
  async run(ctx, { id, input }) {
    const { status, customer } = await ctx.records.lock(salesOrders, id)
    // Order, customer, items: always in this order, so that two requests never wait for each other.
    if (holdsStock(status)) await ctx.records.lock(customers, customer)
    const { before, after } = await updateRecord(ctx, salesOrders, salesOrderRules, id, input)
    if (!holdsStock(status)) return { record: after }
    await changeReservation(ctx, before.items, after.items)
    await refuseOverCredit(ctx, customer, sumOf([after.uninvoicedAmount, -before.uninvoicedAmount]))
    return { record: after }
  },
})
