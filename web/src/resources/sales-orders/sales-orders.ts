import { IconShoppingCart } from '@tabler/icons-react'
import type { Customisation } from '../../screens/customisation.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

export const salesOrders: Customisation = {
  icon: IconShoppingCart,
  group: 'sales',
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
  View: lazyPart(() => import('./order-view.tsx').then(({ OrderView }) => OrderView)),
}
