import { text } from '../../model/fields.ts'
import type { Row } from '../../model/resource.ts'
import { customers } from '../customers/customers.resource.ts'
import { defineDocument } from '../documents/define-document.fields.ts'
import { addressCopy } from '../documents/document.fields.ts'

export const deliveries = defineDocument({
  name: 'deliveries',
  singular: 'delivery',
  idPrefix: 'dlv',
  title: 'deliveryNumber',
  about: { field: 'orderNumber' },
  hit: { name: 'customerName', code: 'deliveryNumber' },
  description: 'Goods that left the warehouse for an order.',
  document: {
    party: { field: 'customer', resource: customers.name, name: 'customerName' },
    date: 'deliveryDate',
    number: { field: 'deliveryNumber', pattern: 'DN-{year}-{number}' },
    stock: { moves: 'out', note: 'orderNumber' },
    sources: [
      {
        resource: 'sales-orders',
        field: 'salesOrder',
        line: 'line',
        progress: 'deliveryStatus',
        isAlways: true,
        copies: ['customerName', 'orderNumber'],
      },
    ],
    printed: { en: 'Delivery note', de: 'Lieferschein' },
  },
  own: {
    orderNumber: text({
      readOnly: true,
      setBy: 'salesOrder',
      filled: true,
      search: true,
      hiddenWith: ['sales-orders.orderNumber'],
      example: 'SO-2026-00001',
    }),
    deliveryAddress: addressCopy('customers.address', "The customer's address when the delivery was entered."),
  },
  told: {
    deliveryNumber: { example: 'DN-2026-00001' },
    customerName: { indexed: undefined },
    deliveryDate: { example: '2026-11-20' },
    notes: { example: 'Left with the neighbour.' },
  },
  order: [
    ['deliveryNumber', 'salesOrder'],
    ['customerName', 'orderNumber', 'deliveryAddress'],
  ],
})

export type Delivery = Row<typeof deliveries>
