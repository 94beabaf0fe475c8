import type { Action } from '../core/action.ts'
import { type Behaviour, entryOf } from '../core/entry.ts'
import type { Entry } from '../core/rules.ts'
import type { Resource } from '../model/resource.ts'
import { customerBehaviour } from './customers/customers.rules.ts'
import { deliveryBehaviour } from './deliveries/deliveries.rules.ts'
import { createFromOrder } from './invoices/create-from-order.ts'
import { deleteInvoice } from './invoices/delete-invoice.ts'
import { downloadPdf } from './invoices/download-pdf.ts'
import { invoiceBehaviour } from './invoices/invoices.rules.ts'
import { itemBehaviour } from './items/items.rules.ts'
import { paymentBehaviour } from './payments/payments.rules.ts'
import { salesOrderBehaviour } from './sales-orders/sales-orders.rules.ts'
import { settingsBehaviour } from './settings/settings.rules.ts'
import { stockMovementBehaviour } from './stock-movements/stock-movements.rules.ts'
import { viewBehaviour } from './views/views.rules.ts'

/** What holds of a resource beyond its declaration. A plain resource needs no line here. */
const behaviours: { readonly [resource: string]: Behaviour } = {
  items: itemBehaviour,
  customers: customerBehaviour,
  'sales-orders': salesOrderBehaviour,
  invoices: { ...invoiceBehaviour, actions: [createFromOrder, deleteInvoice, downloadPdf] },
  payments: paymentBehaviour,
  deliveries: deliveryBehaviour,
  'stock-movements': stockMovementBehaviour,
  settings: settingsBehaviour,
  views: viewBehaviour,
}

/** `further` are actions that need more than records. */
export const registryOf = (catalog: readonly Resource[], further: readonly FurtherAction[] = []): Entry[] =>
  catalog.map((resource) => {
    const entry = entryOf(resource, behaviours[resource.name])
    const added = further.filter((one) => one.of === resource).map(({ action }) => action)
    return { ...entry, actions: [...entry.actions, ...added] }
  })

export interface FurtherAction {
  readonly of: Resource
  readonly action: Action
}
