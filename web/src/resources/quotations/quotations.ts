import { IconFileDescription } from '@tabler/icons-react'
import type { Customisation } from '../../screens/customisation.ts'

export const quotations: Customisation = {
  icon: IconFileDescription,
  group: 'sales',
  columns: ['quotationNumber', 'customer', 'quotationDate', 'validUntil', 'status', 'orderStatus', 'total'],
}
