import { date, lines, quantity, ref, text } from '../../model/fields.ts'
import { defineResource, type Row } from '../../model/resource.ts'

export const deliveries = defineResource({
  name: 'deliveries',
  singular: 'delivery',
  idPrefix: 'dlv',
  title: 'salesOrder',
  description: 'Goods that left the warehouse for an order.',
  fields: {
    salesOrder: ref('sales-orders', { required: true, counted: true }),
    customer: ref('customers', { readOnly: true, filled: true, counted: true }),
    customerName: text({ readOnly: true, filled: true, search: true }),
    orderNumber: text({ readOnly: true, filled: true, search: true }),
    deliveryDate: date({ filled: true, indexed: true, example: '2026-11-20', description: 'Today if left out.' }),
    items: lines(
      {
        line: text({ max: 64, description: 'The id of a line of the order …' }),
        item: text({ max: 64, description: '… or the id of its item.' }),
        quantity: quantity({ required: true, min: 0.0001 }),
        itemCode: text({ readOnly: true, filled: true }),
        itemName: text({ readOnly: true, filled: true }),
        uom: text({ readOnly: true, filled: true }),
      },
      { description: 'Which lines, and how much of each; all that is left if left out.' },
    ),
    notes: text({ max: 4000 }),
  },
})

export type Delivery = Row<typeof deliveries>
