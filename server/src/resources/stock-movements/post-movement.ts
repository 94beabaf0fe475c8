import { type Action, type Context, writeAction } from '../../core/action.ts'
import { createRecord } from '../../core/changes.ts'
import { Problem } from '../../core/problem.ts'
import { defineRules, type Operation } from '../../core/rules.ts'
import { type AnyRecord, fieldsOf } from '../../model/resource.ts'
import { type Item, items } from '../items/items.resource.ts'
import { type StockMovement, stockMovements } from './stock-movements.resource.ts'

/** Only a delivery says that it was one. */
const BY_DELIVERIES = ['delivery', 'delivery_cancelled']

export const stockMovementRules = defineRules(stockMovements, {
  check: ({ quantity }) =>
    quantity === 0 ? [{ field: 'quantity', message: 'Quantity must not be 0: nothing would move.' }] : [],
  editable: () => [],
  kept: () => 'The stock ledger only grows. Enter the opposite movement instead.',
})

/** Writes the entry and moves the item's stock with it, so that the stock always is the sum of its ledger. */
async function post(ctx: Context, input: AnyRecord): Promise<StockMovement> {
  const { item: id, quantity } = input as { item: string; quantity: number }
  const item = (await ctx.act(items, 'move-stock', { id, input: { quantity } })) as Item
  return createRecord(ctx, stockMovements, stockMovementRules, { ...input, balance: item.currentStock })
}

export const createMovement: Action = writeAction({
  name: 'create',
  method: 'POST',
  path: '',
  summary: 'Enter a stock movement',
  access: 'create',
  input: fieldsOf(stockMovements),
  mode: 'create',
  status: 201,
  problems: ['INSUFFICIENT_STOCK'],
  async run(ctx, { input }) {
    const { reason } = input as AnyRecord
    if (BY_DELIVERIES.includes(reason as string)) {
      const message =
        'Reason must be one of receipt, adjustment, return, write_off; deliveries enter their own movements.'
      throw new Problem('VALIDATION_ERROR', { message, details: [{ field: 'reason', message }] })
    }
    return { record: await post(ctx, input as AnyRecord) }
  },
})

/** For deliveries. */
export const postMovement: Operation = { name: 'post', run: (ctx, _id, input) => post(ctx, input) }
