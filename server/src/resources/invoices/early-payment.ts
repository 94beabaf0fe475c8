import { currencyDecimals, lineAmounts } from '../../model/money.ts'
import { isIssued } from '../documents/document-type.ts'
import { readTerms } from '../shared/payment-terms.ts'
import { type Invoice, invoices } from './invoices.resource.ts'

const NOTHING = { discountUntil: null, discountAmount: null }

/** What the payment terms take off an invoice that is paid early, as "2/10 Net 30" does. */
export function earlyPaymentOf({
  status,
  invoiceDate,
  paymentTerms,
  total,
  outstanding,
  currency,
}: Invoice): Pick<Invoice, 'discountUntil' | 'discountAmount'> {
  const terms = readTerms(paymentTerms)
  if (terms?.due !== 'after' || !terms.discount || !isIssued(invoices, status) || outstanding === 0) return NOTHING
  const { percent, days } = terms.discount
  const whole = { quantity: 1, rate: total, discount: Math.min(percent, 100), taxRate: 0 }
  const { discountAmount } = lineAmounts(whole, currencyDecimals(currency))
  return {
    discountUntil: Temporal.PlainDate.from(invoiceDate).add({ days }).toString(),
    discountAmount: Math.min(discountAmount, outstanding),
  }
}
