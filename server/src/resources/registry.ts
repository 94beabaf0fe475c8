import type { Action } from '../core/action.ts'
import { type Behaviour, entryOf } from '../core/entry.ts'
import type { Entry } from '../core/rules.ts'
import type { Resource } from '../model/resource.ts'
import { customerRules } from './customers/customers.rules.ts'
import { createDelivery, deleteDelivery, deliveryRules } from './deliveries/delivery-actions.ts'
import { createFromOrder } from './invoices/create-from-order.ts'
import { createInvoice } from './invoices/create-invoice.ts'
import { deleteInvoice } from './invoices/delete-invoice.ts'
import { downloadPdf } from './invoices/download-pdf.ts'
import { cancelInvoice, issueInvoice, settleInvoice } from './invoices/invoice-operations.ts'
import { invoiceRules } from './invoices/invoices.rules.ts'
import { itemRules } from './items/items.rules.ts'
import { moveStock, reserveStock } from './items/stock-operations.ts'
import { createPayment, deletePayment, paymentRules } from './payments/payment-actions.ts'
import { editOrder } from './sales-orders/edit-order.ts'
import { noteBilled, noteDelivered, noteIssued } from './sales-orders/progress-operations.ts'
import { salesOrderRules } from './sales-orders/sales-orders.rules.ts'
import { SETTINGS_ID, settings } from './settings/settings.resource.ts'
import { settingsRules } from './settings/settings.rules.ts'
import { settingsActions } from './settings/settings-actions.ts'
import { createMovement, postMovement, stockMovementRules } from './stock-movements/post-movement.ts'
import { createView, updateView, viewRules } from './views/view-actions.ts'

/** Documents have numbers, dates and currencies. */
const alwaysReads = [{ resource: settings.name, id: SETTINGS_ID }]

/** What holds of a resource beyond its declaration. A plain resource needs no line here. */
const behaviours: { readonly [resource: string]: Behaviour } = {
  items: { rules: itemRules, operations: [moveStock, reserveStock] },
  customers: { rules: customerRules },
  'sales-orders': {
    rules: salesOrderRules,
    actions: [editOrder],
    operations: [noteBilled, noteIssued, noteDelivered],
    alwaysReads,
  },
  invoices: {
    rules: invoiceRules,
    actions: [createInvoice, createFromOrder, deleteInvoice, downloadPdf],
    operations: [issueInvoice, cancelInvoice, settleInvoice],
    alwaysReads,
  },
  payments: { rules: paymentRules, actions: [createPayment, deletePayment], alwaysReads },
  deliveries: { rules: deliveryRules, actions: [createDelivery, deleteDelivery], alwaysReads },
  'stock-movements': { rules: stockMovementRules, actions: [createMovement], operations: [postMovement] },
  settings: { rules: settingsRules, actions: settingsActions, without: ['list', 'create', 'delete'] },
  views: { rules: viewRules, actions: [createView, updateView] },
}

/** `further` are actions that need more than records, and are handed in by whoever has it. */
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
