import { choice, quantity, ref, text } from '../../model/fields.ts'
import { defineResource, type Row } from '../../model/resource.ts'

export const stockMovements = defineResource({
  name: 'stock-movements',
  singular: 'stock movement',
  idPrefix: 'stk',
  title: 'reason',
  about: { field: 'item', amount: 'quantity' },
  description:
    'The ledger of the warehouse: what came, what went, and why. It only grows; a mistake is corrected by another entry.',
  fields: {
    item: ref('items', { required: true, counted: true }),
    quantity: quantity({
      required: true,
      summedBy: 'item',
      hiddenWith: ['deliveries.items.quantity'],
      example: 100,
      description: 'Positive for incoming, negative for outgoing goods.',
    }),
    reason: choice(['receipt', 'adjustment', 'return', 'write_off', 'delivery', 'delivery_cancelled'], {
      default: 'adjustment',
      counted: true,
      example: 'receipt',
    }),
    /** A delivery writes the number of its order here. */
    note: text({ max: 500, hiddenWith: ['sales-orders.orderNumber'], example: 'Delivery note 4711' }),
    delivery: text({
      readOnly: true,
      setBy: 'POST /deliveries',
      isIdentifier: true,
      indexed: true,
      description: 'The id of the delivery that caused it.',
    }),
    balance: quantity({
      readOnly: true,
      setBy: 'quantity',
      default: 0,
      reveals: ['items.currentStock'],
      example: 100,
      description: 'In stock afterwards.',
    }),
  },
})

export type StockMovement = Row<typeof stockMovements>
