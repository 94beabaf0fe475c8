import { covers, permissionOn } from '../../core/access.ts'
import { type Action, type Context, readAction } from '../../core/action.ts'
import type { Blocker } from '../../core/problem.ts'
import type { Reads } from '../../core/store.ts'
import { customers } from '../customers/customers.resource.ts'
import { salesOrders } from '../sales-orders/sales-orders.resource.ts'
import { businessSettings } from '../shared/business.ts'
import { isIssued } from './invoice-state.ts'
import { type Invoice, invoices } from './invoices.resource.ts'
import type { PrintedInvoice } from './pdf/printed-invoice.ts'

/** Most processes never print. */
const loadPrinter = () => import('./pdf/render.ts')

export const downloadPdf: Action = readAction({
  name: 'pdf',
  method: 'GET',
  path: '/:id/pdf',
  summary: 'Get an invoice as PDF',
  access: 'read',
  status: 200,
  produces: 'application/pdf',
  blocker: hiddenOnPage,
  async run(ctx, { id }) {
    const invoice = await ctx.records.get(invoices, id)
    const { renderInvoicePdf } = await loadPrinter()
    const content = await renderInvoicePdf(await printed(ctx, invoice))
    return { file: { name: `${invoice.invoiceNumber ?? 'draft'}.pdf`, type: 'application/pdf', content } }
  },
})

/** A page shows everything at once, so a role that does not see a part of it cannot have it. */
function hiddenOnPage(_invoice: Invoice, { actor, permission }: Context<Reads>): Blocker | undefined {
  const ofCustomer = permissionOn(actor.permissions, customers).hidden ?? []
  const hidden = permission.hidden?.[0] ?? ofCustomer.find((path) => covers(['name', 'taxId', 'address'], path))
  if (!hidden) return undefined
  const message = `The page would show the field "${hidden}", which your role may not see. Read the invoice itself instead.`
  return { code: 'FIELD_NOT_PERMITTED', message, details: [{ field: hidden, message }] }
}

/** All that the page says; of an issued invoice, the address is the one that it was issued to. */
async function printed(ctx: Context<Reads>, invoice: Invoice): Promise<PrintedInvoice> {
  const { companyName: name, address, taxId, email, phone } = await businessSettings(ctx)
  const customer = await ctx.records.get(customers, invoice.customer)
  const seesCustomers = permissionOn(ctx.actor.permissions, customers).can.includes('read')
  const order = invoice.salesOrder ? await ctx.records.find(salesOrders, { id: invoice.salesOrder }) : undefined
  return {
    ...invoice,
    company: { name, address, taxId, email, phone },
    customer: {
      name: invoice.customerName,
      taxId: seesCustomers ? customer.taxId : null,
      address: isIssued(invoice.status) || invoice.invoiceNumber ? invoice.billingAddress : customer.address,
    },
    orderNumber: order?.orderNumber ?? null,
    lines: invoice.items,
  }
}
