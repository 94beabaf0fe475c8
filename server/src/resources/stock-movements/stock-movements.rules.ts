import type { Behaviour } from '../../core/entry.ts'
import { defineRules } from '../../core/rules.ts'
import type { Detail } from '../../model/input.ts'
import { msg } from '../../model/message.ts'
import { sumOf } from '../../model/money.ts'
import { INSUFFICIENT_STOCK, moveStock, unstocked } from '../items/items.operations.ts'
import { items } from '../items/items.resource.ts'
import { ENTERED_REASONS, type StockMovement, stockMovements } from './stock-movements.resource.ts'

export const stockMovementRules = defineRules(stockMovements, {
  async derive({ item, quantity, source }, { records }, before) {
    if (before) return {}
    const { currentStock } = await records.lock(items, item)
    const delivery = source.resource === 'deliveries' ? source.id : null // from before there were other causes
    return { balance: sumOf([currentStock, quantity]), delivery }
  },
  problems: [INSUFFICIENT_STOCK],
  check: (movement, before) => [...quantityFaults(movement), ...(before ? [] : reasonFaults(movement))],
  editable: () => [],
  deletionBlocker: () => ({
    code: 'DOCUMENT_LOCKED',
    text: msg`The stock ledger only grows. Enter the opposite movement instead.`,
  }),
  // The stock of an item always is the sum of its movements.
  async changed(ctx, { before, after }) {
    if (after && !before) await moveStock(ctx, after.item, after.quantity)
  },
})

const quantityFaults = ({ quantity }: StockMovement): Detail[] =>
  quantity === 0 ? [{ field: 'quantity', message: msg`Quantity must not be 0: nothing would move.` }] : []

function reasonFaults({ reason, source }: StockMovement): Detail[] {
  const entered: readonly string[] = ENTERED_REASONS
  if (entered.includes(reason) || source.id) return []
  const message = msg`Reason must be one of receipt, adjustment, return, write_off; deliveries enter their own movements.`
  return [{ field: 'reason', message }]
}

export const stockMovementBehaviour: Behaviour = {
  rules: stockMovementRules,
  stock: {
    create: {
      summary: 'Enter a stock movement',
      from: { resource: items, field: 'item', blocker: unstocked },
    },
  },
  shippedRights: {
    accountant: { can: ['read'] },
    warehouse: { can: ['read', 'create'] },
    viewer: { can: ['read'] },
  },
}
