import { IconCash } from '@tabler/icons-react'
import type { Customisation } from '../../screens/customisation.ts'

export const payments: Customisation = {
  icon: IconCash,
  group: 'sales',
  columns: ['paymentDate', 'invoice', 'customer', 'method', 'reference', 'amount'],
}
