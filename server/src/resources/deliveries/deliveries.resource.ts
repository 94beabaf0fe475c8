import { date, lines, quantity, ref, text } from '../../model/fields.ts'
import { defineDocument, type Row } from '../../model/resource.ts'
import { addressCopy, itemCopies } from '../documents/document.fields.ts'

export const deliveries = defineDocument({
  name: 'deliveries',
  singular: 'delivery',
  idPrefix: 'dlv',
  title: 'deliveryNumber',
  about: { field: 'orderNumber' },
  description: 'Goods that left the warehouse for an order.',
  document: {
    party: { field: 'customer', resource: 'customers', name: 'customerName' },
    date: 'deliveryDate',
    number: { field: 'deliveryNumber', pattern: 'DN-{year}-{number}' },
    printed: { en: 'Delivery note', de: 'Lieferschein' },
  },
  fields: {
    deliveryNumber: text({ readOnly: true, filled: true, unique: true, search: true, example: 'DN-2026-00001' }),
    salesOrder: ref('sales-orders', { required: true, counted: true }),
    customer: ref('customers', { readOnly: true, setBy: 'salesOrder', filled: true, counted: true }),
    customerName: text({
      readOnly: true,
      setBy: 'salesOrder',
      filled: true,
      search: true,
      hiddenWith: ['customers.name', 'sales-orders.customerName'],
      example: 'Nordlicht Fahrräder GmbH',
    }),
    orderNumber: text({
      readOnly: true,
      setBy: 'salesOrder',
      filled: true,
      search: true,
      hiddenWith: ['sales-orders.orderNumber'],
      example: 'SO-2026-00001',
    }),
    deliveryAddress: addressCopy('customers.address', "The customer's address when the delivery was entered."),
    deliveryDate: date({ filled: true, indexed: true, example: '2026-11-20', description: 'Today if left out.' }),
    items: lines(
      {
        line: text({
          filled: true,
          max: 64,
          example: 'lin_0t3q8m5xk00a7b2c9d4',
          description: 'The id of a line of the order …',
        }),
        item: ref('items', { filled: true, indexed: true, description: '… or its item.' }),
        quantity: quantity({
          required: true,
          min: 0.0001,
          hiddenWith: ['sales-orders.items.quantity'],
          example: 4,
        }),
        ...itemCopies('sales-orders.items'),
      },
      { min: 1, description: 'Which lines, and how much of each; all that is left if left out.' },
    ),
    notes: text({ max: 4000, example: 'Left with the neighbour.' }),
  },
})

export type Delivery = Row<typeof deliveries>
