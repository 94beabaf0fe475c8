import type { Resource } from '../model/resource.ts'
import { creditNotes } from './credit-notes/credit-notes.resource.ts'
import { customers } from './customers/customers.resource.ts'
import { deliveries } from './deliveries/deliveries.resource.ts'
import { invoices } from './invoices/invoices.resource.ts'
import { items } from './items/items.resource.ts'
import { payments } from './payments/payments.resource.ts'
import { quotations } from './quotations/quotations.resource.ts'
import { salesOrders } from './sales-orders/sales-orders.resource.ts'
import { settings } from './settings/settings.resource.ts'
import { stockMovements } from './stock-movements/stock-movements.resource.ts'
import { views } from './views/views.resource.ts'

/** The whole product, one line a resource. Pure declarations: the web interface reads them too. */
export const catalog: readonly Resource[] = [
  items,
  customers,
  quotations,
  salesOrders,
  invoices,
  creditNotes,
  payments,
  deliveries,
  stockMovements,
  settings,
  views,
]
