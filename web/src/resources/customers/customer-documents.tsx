import type { PartProps } from '../../screens/customisation.ts'
import { RelatedList } from '../../screens/list/related-list.tsx'

const ORDERS = ['orderNumber', 'orderDate', 'status', 'deliveryStatus', 'invoiceStatus', 'total']
const INVOICES = ['invoiceNumber', 'invoiceDate', 'dueDate', 'status', 'total', 'outstanding']
const DELIVERIES = ['deliveryNumber', 'salesOrder', 'deliveryDate', 'items', 'notes']
const COUNT = 20

export const CustomerOrders = ({ row }: PartProps) => (
  <RelatedList of="sales-orders" filters={{ customer: row.id }} columns={ORDERS} count={COUNT} />
)

export const CustomerDeliveries = ({ row }: PartProps) => (
  <RelatedList of="deliveries" filters={{ customer: row.id }} columns={DELIVERIES} count={COUNT} />
)

export const CustomerInvoices = ({ row }: PartProps) => (
  <RelatedList of="invoices" filters={{ customer: row.id }} columns={INVOICES} count={COUNT} />
)
