import { IconShoppingCart } from '@tabler/icons-react'
import type { Customisation } from '../../screens/customisation.ts'

export const salesOrders: Customisation = {
  icon: IconShoppingCart,
  group: 'sales',
  makingKey: 'o',
  columns: [
    'orderNumber',
    'customer',
    'orderDate',
    'deliveryDate',
    'status',
    'deliveryStatus',
    'invoiceStatus',
    'total',
  ],
}
