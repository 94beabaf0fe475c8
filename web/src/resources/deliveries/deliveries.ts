import { IconTruckDelivery } from '@tabler/icons-react'
import type { Customisation } from '../../screens/customisation.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

export const deliveries: Customisation = {
  icon: IconTruckDelivery,
  group: 'sales',
  columns: ['deliveryNumber', 'salesOrder', 'customer', 'deliveryDate', 'items', 'notes'],
  Form: lazyPart(() => import('./delivery-form.tsx').then(({ DeliveryForm }) => DeliveryForm)),
}
