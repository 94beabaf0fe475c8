import { IconTruckDelivery } from '@tabler/icons-react'
import type { Customisation } from '../../screens/customisation.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

export const deliveries: Customisation = {
  icon: IconTruckDelivery,
  group: 'catalog',
  columns: ['deliveryNumber', 'deliveryDate', 'orderNumber', 'customer', 'items', 'notes'],
  Form: lazyPart(() => import('./delivery-form.tsx').then(({ DeliveryForm }) => DeliveryForm)),
}
