import type { Action } from '../core/action.ts'
import type { Entry, Operation, Rules } from '../core/rules.ts'
import { stockActions } from '../core/stock-actions.ts'
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
import { settingsRules } from './settings/settings.rules.ts'
import { settingsActions } from './settings/settings-actions.ts'
import { createMovement, postMovement, stockMovementRules } from './stock-movements/post-movement.ts'

interface Behaviour {
  // biome-ignore lint/suspicious/noExplicitAny: rules of different resources stand side by side here.
  readonly rules?: Rules<any>
  /** Further actions; one that is named like a stock action takes its place. */
  readonly actions?: readonly Action[]
  readonly operations?: readonly Operation[]
  /** Stock actions that the resource does not have. */
  readonly without?: readonly string[]
}

/** What holds of a resource beyond its declaration. A plain resource needs no line here. */
const behaviours: { readonly [resource: string]: Behaviour } = {
  items: { rules: itemRules, operations: [moveStock, reserveStock] },
  customers: { rules: customerRules },
  'sales-orders': { rules: salesOrderRules, actions: [editOrder], operations: [noteBilled, noteIssued, noteDelivered] },
  invoices: {
    rules: invoiceRules,
    actions: [createInvoice, createFromOrder, deleteInvoice, downloadPdf],
    operations: [issueInvoice, cancelInvoice, settleInvoice],
  },
  payments: { rules: paymentRules, actions: [createPayment, deletePayment] },
  deliveries: { rules: deliveryRules, actions: [createDelivery, deleteDelivery] },
  'stock-movements': { rules: stockMovementRules, actions: [createMovement], operations: [postMovement] },
  settings: { rules: settingsRules, actions: settingsActions, without: ['list', 'create', 'delete'] },
}

export const registryOf = (catalog: readonly Resource[]): Entry[] =>
  catalog.map((resource) => {
    const { rules, actions = [], operations = [], without = [] } = behaviours[resource.name] ?? {}
    const own = new Set(actions.map(({ name }) => name))
    const stock = stockActions(resource, rules).filter(({ name }) => !own.has(name) && !without.includes(name))
    return { resource, ...(rules && { rules }), actions: [...stock, ...actions], operations }
  })
