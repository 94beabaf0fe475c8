import { isIssued } from '../resources/documents/document-type.ts'
import { settlementOf } from '../resources/documents/open-items/settlement.ts'
import { invoices } from '../resources/invoices/invoices.resource.ts'
import { payments } from '../resources/payments/payments.resource.ts'
import type { Check } from './check.ts'

export const paying: Check = {
  name: 'payments',
  promise: 'What is paid on an invoice is the sum of its payments, never more than its total, and decides its status.',
  async run({ pages, reads }, protocol) {
    for await (const page of pages(invoices)) {
      protocol.looked(page.length)
      const ids = page.map(({ id }) => id)
      const paid = await reads.totals(payments, 'amount', 'invoice', ids, [])
      for (const invoice of page) {
        const { id, amountPaid, total, removedAt } = invoice
        protocol.expect(id, 'amountPaid', amountPaid, paid.get(id) ?? 0)
        protocol.atMost(id, 'amountPaid', amountPaid, total)
        const right = settlementOf(invoices, invoice)
        for (const name of ['status', 'outstanding', 'overdueFrom'] as const)
          protocol.expect(id, name, invoice[name], right[name])
        if (removedAt !== null && isIssued(invoices, invoice.status))
          protocol.fault(id, 'It is removed, but not cancelled.')
      }
    }
  },
}
