import { type Action, type Context, writeAction } from '../../core/action.ts'
import { createRecord } from '../../core/changes.ts'
import { Problem } from '../../core/problem.ts'
import { defineRules } from '../../core/rules.ts'
import { currencyDecimals } from '../../model/money.ts'
import { type AnyRecord, fieldsOf } from '../../model/resource.ts'
import { type Invoice, invoices } from '../invoices/invoices.resource.ts'
import { today } from '../shared/business.ts'
import { type Payment, payments } from './payments.resource.ts'

export const paymentRules = defineRules(payments, {
  derive: async ({ paymentDate }, ctx) => ({ paymentDate: paymentDate ?? (await today(ctx)) }),
  editable: () => ['paymentDate', 'method', 'reference'],
})

const settle = async (ctx: Context, id: string, amount: number) =>
  (await ctx.act(invoices, 'settle', { id, input: { amount } })) as Invoice

export const createPayment: Action = writeAction({
  name: 'create',
  method: 'POST',
  path: '',
  summary: 'Enter a payment',
  description: 'Its invoice becomes partially paid, or paid when nothing is outstanding any more.',
  access: 'create',
  input: fieldsOf(payments),
  mode: 'create',
  status: 201,
  problems: ['OVERPAYMENT', 'DOCUMENT_LOCKED'],
  async run(ctx, { input }) {
    const { invoice, amount } = input as AnyRecord & Pick<Payment, 'invoice' | 'amount'>
    const { customer, currency } = await settle(ctx, invoice, amount)
    refuseFractions(amount, currency)
    return { record: await createRecord(ctx, payments, paymentRules, { ...(input as AnyRecord), customer }) }
  },
})

/** A payment that was entered by mistake is taken back; the invoice is owed again. */
export const deletePayment: Action = writeAction({
  name: 'delete',
  method: 'DELETE',
  path: '/:id',
  summary: 'Take back a payment',
  access: 'delete',
  status: 204,
  async run(ctx, { id }) {
    const { invoice } = await ctx.records.get(payments, id)
    await ctx.records.lock(invoices, invoice) // before the payment, as when it was entered
    const payment = await ctx.records.lock(payments, id)
    await settle(ctx, invoice, -payment.amount)
    await ctx.records.remove(payments, payment)
    return undefined
  },
})

/** Nobody can pay a tenth of a cent. */
function refuseFractions(amount: number, currency: string): void {
  const decimals = currencyDecimals(currency)
  if (Number(amount.toFixed(decimals)) === amount) return
  const message = `Amount must have at most ${decimals} decimals in ${currency}.`
  throw new Problem('VALIDATION_ERROR', { message, details: [{ field: 'amount', message }] })
}
