import { choice, group, quantity, ref, text } from '../../model/fields.ts'
import { defineResource, type Row } from '../../model/resource.ts'

/** Why a person moves stock … */
export const ENTERED_REASONS = ['receipt', 'adjustment', 'return', 'write_off'] as const

/** … and why a document does, by the way that the goods take: when it counts, and when it counts no more. */
export const DOCUMENT_REASONS = {
  in: { posted: 'receipt', reversed: 'receipt_cancelled' },
  out: { posted: 'delivery', reversed: 'delivery_cancelled' },
} as const

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
    reason: choice([...ENTERED_REASONS, 'delivery', 'delivery_cancelled', 'receipt_cancelled'], {
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
    source: group(
      {
        resource: text({ isIdentifier: true, example: 'deliveries' }),
        id: text({ isIdentifier: true, indexed: true, example: 'dlv_0t3q8m5xk00a7b2c9d4' }),
      },
      { readOnly: true, description: 'The document that caused it; both null for one that was entered by hand.' },
    ),
  },
})

export type StockMovement = Row<typeof stockMovements>
