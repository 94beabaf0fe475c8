import { IconTruckDelivery } from '@tabler/icons-react'
import type { Customisation } from '../../screens/customisation.ts'

export const deliveries: Customisation = {
  icon: IconTruckDelivery,
  group: 'sales',
  columns: ['deliveryNumber', 'salesOrder', 'customer', 'deliveryDate', 'items', 'notes'],
  makingKey: 'd',
}
