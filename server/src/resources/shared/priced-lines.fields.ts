import { money, percent, quantity, ref, text } from '../../model/fields.ts'

/** What a line of any document says of its item, and what it comes to. */
export const pricedLineFields = {
  item: ref('items', { required: true, indexed: true }),
  quantity: quantity({ required: true, min: 0.0001, example: 10 }),
  rate: money({ min: 0, filled: true, example: 82.5, description: "The item's selling price if left out." }),
  discount: percent({ default: 0, example: 15 }),
  taxRate: percent({ filled: true, example: 19, description: "The item's tax rate if left out." }),
  itemCode: text({ readOnly: true, filled: true, example: 'BOLT-M8' }),
  itemName: text({ readOnly: true, filled: true, example: 'Hexagon bolt M8 × 40' }),
  itemType: text({ readOnly: true, filled: true, example: 'Product' }),
  uom: text({ readOnly: true, filled: true, example: 'Nos' }),
  discountAmount: money({ readOnly: true, default: 0, example: 123.75 }),
  amount: money({ readOnly: true, default: 0, example: 701.25, description: 'After discount, before tax.' }),
  taxAmount: money({ readOnly: true, default: 0, example: 133.24 }),
}

/** What its lines come to together. */
export const totalFields = {
  subtotal: money({ readOnly: true, default: 0, example: 825, description: 'Before discounts and tax.' }),
  discountTotal: money({ readOnly: true, default: 0, example: 123.75 }),
  taxTotal: money({ readOnly: true, default: 0, example: 133.24 }),
  total: money({ readOnly: true, default: 0, indexed: true, example: 834.49 }),
}
