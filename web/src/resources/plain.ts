import {
  IconArrowsTransferUpDown,
  IconBookmark,
  IconBox,
  IconCash,
  IconFileInvoice,
  IconSettings,
  IconShieldLock,
  IconShoppingCart,
  IconTruckDelivery,
  IconUsers,
} from '@tabler/icons-react'
import type { Customisations } from '../screens/customisation.ts'

/** Resources that need only a place in the navigation and a choice of columns; the order is that of the navigation. */
export const plain: Customisations = {
  'sales-orders': {
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
  },
  invoices: {
    icon: IconFileInvoice,
    group: 'sales',
    columns: ['invoiceNumber', 'customer', 'invoiceDate', 'dueDate', 'status', 'total', 'outstanding'],
  },
  payments: {
    icon: IconCash,
    group: 'sales',
    columns: ['paymentDate', 'invoice', 'customer', 'method', 'reference', 'amount'],
  },
  customers: {
    icon: IconUsers,
    group: 'sales',
    columns: ['name', 'email', 'type', 'address.city', 'paymentTerms', 'balance.outstanding', 'isActive'],
  },
  items: {
    icon: IconBox,
    group: 'catalog',
    columns: ['itemCode', 'itemName', 'category', 'itemType', 'sellingPrice', 'availableStock', 'uom', 'status'],
  },
  'stock-movements': { icon: IconArrowsTransferUpDown, group: 'catalog' },
  deliveries: {
    icon: IconTruckDelivery,
    group: 'catalog',
    columns: ['deliveryDate', 'orderNumber', 'customer', 'notes'],
  },
  settings: { icon: IconSettings, isUnlisted: true },
  sessions: { icon: IconShieldLock, isUnlisted: true },
  views: { icon: IconBookmark, isUnlisted: true },
}
