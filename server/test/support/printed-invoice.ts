import type { PrintedDocument } from '../../src/resources/documents/pdf/printed-document.ts'
import { renderPdf } from '../../src/resources/documents/pdf/render.ts'
import { printedParts } from '../../src/resources/invoices/print-invoice.ts'

export type PrintedInvoice = Pick<PrintedDocument, 'company' | 'lines'> &
  Parameters<typeof printedParts>[0] & {
    readonly customer: PrintedDocument['party']
    readonly orderNumber: string | null
  }

/** The pages of an invoice that need not be in a database. */
export const renderInvoicePdf = ({ company, customer, lines, orderNumber, ...invoice }: PrintedInvoice) =>
  renderPdf({
    company,
    party: customer,
    kind: 'Invoice',
    number: invoice.invoiceNumber,
    isDraft: invoice.status === 'draft',
    ...(invoice.status === 'cancelled' && { mark: 'cancelled' as const }),
    date: invoice.invoiceDate,
    currency: invoice.currency,
    lines,
    ...printedParts(invoice, orderNumber),
  })
