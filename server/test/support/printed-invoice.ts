import { PLAIN_LETTERHEAD, type PrintedDocument } from '../../src/resources/documents/pdf/printed-document.ts'
import { renderPdf } from '../../src/resources/documents/pdf/render.ts'
import { invoices } from '../../src/resources/invoices/invoices.resource.ts'
import { printedParts } from '../../src/resources/invoices/print-invoice.ts'

export type PrintedInvoice = Pick<PrintedDocument, 'company' | 'lines'> &
  Partial<Pick<PrintedDocument, 'language' | 'letterhead'>> &
  Parameters<typeof printedParts>[0] & {
    readonly customer: PrintedDocument['party']
    readonly orderNumber: string | null
  }

/** The pages of an invoice that need not be in a database: in English, without a letterhead, unless it says otherwise. */
export function renderInvoicePdf({ company, customer, lines, orderNumber, ...invoice }: PrintedInvoice) {
  const { language = 'en', letterhead = PLAIN_LETTERHEAD } = invoice
  const paper = { company, language, letterhead }
  return renderPdf({
    ...paper,
    party: customer,
    kind: invoices.document.printed![language],
    number: invoice.invoiceNumber,
    isDraft: invoice.status === 'draft',
    ...(invoice.status === 'cancelled' && { mark: 'stopped' as const }),
    date: invoice.invoiceDate,
    currency: invoice.currency,
    lines,
    ...printedParts(invoice, orderNumber, paper),
  })
}
