import type { Action } from '../core/action.ts'
import type { Entry } from '../core/rules.ts'
import { entryOf } from '../features/entry-of.ts'
import type { Resource } from '../model/resource.ts'
import { creditNoteBehaviour } from './credit-notes/credit-notes.rules.ts'
import { customerBehaviour } from './customers/customers.rules.ts'
import { deliveryBehaviour } from './deliveries/deliveries.rules.ts'
import { type DocumentBehaviour, documentBehaviour } from './documents/document-behaviour.ts'
import { isDocument } from './documents/document-type.ts'
import { correctInvoice } from './invoices/correct-invoice.ts'
import { deleteInvoice } from './invoices/delete-invoice.ts'
import { invoiceBehaviour } from './invoices/invoices.rules.ts'
import { letterheadPreview } from './invoices/letterhead-preview.ts'
import { billingAddress, INVOICE_PRINTS, printInvoice } from './invoices/print-invoice.ts'
import { itemBehaviour } from './items/items.rules.ts'
import { paymentBehaviour } from './payments/payments.rules.ts'
import { quotationBehaviour } from './quotations/quotations.rules.ts'
import { salesOrderBehaviour } from './sales-orders/sales-orders.rules.ts'
import { logoActions } from './settings/logo/logo-actions.ts'
import { numberingActions } from './settings/numbering/numbering-actions.ts'
import { settingsBehaviour } from './settings/settings.rules.ts'
import { withActivity } from './shared/activity.ts'
import { stockMovementBehaviour } from './stock-movements/stock-movements.rules.ts'
import { viewBehaviour } from './views/views.rules.ts'

/** What holds of a resource beyond its declaration. A plain resource needs no line here. */
const behavioursIn = (catalog: readonly Resource[]): { readonly [resource: string]: DocumentBehaviour } => ({
  items: itemBehaviour,
  customers: customerBehaviour,
  quotations: quotationBehaviour,
  'sales-orders': salesOrderBehaviour,
  invoices: {
    ...invoiceBehaviour,
    actions: [correctInvoice, deleteInvoice],
    printing: { parts: printInvoice, prints: INVOICE_PRINTS, address: billingAddress },
  },
  'credit-notes': creditNoteBehaviour,
  payments: paymentBehaviour,
  deliveries: deliveryBehaviour,
  'stock-movements': stockMovementBehaviour,
  settings: {
    ...settingsBehaviour(catalog),
    actions: [...logoActions, letterheadPreview, ...numberingActions(catalog)],
  },
  views: viewBehaviour,
})

/** `further` are actions that need more than records. */
export function registryOf(catalog: readonly Resource[], further: readonly FurtherAction[] = []): Entry[] {
  const behaviours = behavioursIn(catalog)
  return catalog.map((resource) => {
    const own = behaviours[resource.name]
    const entry = entryOf(
      resource,
      isDocument(resource) ? documentBehaviour(resource, own) : withActivity(resource, own),
    )
    const added = further.filter((one) => one.of === resource).map(({ action }) => action)
    return { ...entry, actions: [...entry.actions, ...added] }
  })
}

export interface FurtherAction {
  readonly of: Resource
  readonly action: Action
}
