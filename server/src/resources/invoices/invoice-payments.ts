import { maySee } from '../../core/access.ts'
import type { Context } from '../../core/action.ts'
import type { Reads } from '../../core/store.ts'
import { sumOf } from '../../model/money.ts'
import { creditNotes } from '../credit-notes/credit-notes.resource.ts'
import { type AllocationKind, allocations } from '../documents/open-items/allocations.resource.ts'
import { payments } from '../payments/payments.resource.ts'
import type { Invoice } from './invoices.resource.ts'

/** The payments of each invoice, oldest first, as far as the actor may see them: what the ledger says of them. */
export async function paymentsOf(
  { actor, records }: Context<Reads>,
  shown: readonly Invoice[],
): Promise<(invoice: string) => Invoice['payments']> {
  const paid = shown.filter(({ amountPaid, discountGiven }) => amountPaid > 0 || discountGiven > 0)
  const rows = await records.related(
    allocations,
    'target.id' as never,
    paid.map(({ id }) => id),
  )
  const ofPayments = rows.filter(({ source }) => source.resource === payments.name)
  const all = await records.heads(payments, 'id', [...new Set(ofPayments.map(({ source }) => source.id))])
  const seen = all.filter((payment) => maySee(actor, payments, payment as never))
  return (invoice) =>
    seen.flatMap(({ id, paymentDate, method }) => {
      const own = ofPayments.filter(({ source, target }) => source.id === id && target.id === invoice)
      const of = (kind: AllocationKind) => sumOf(own.flatMap((row) => (row.kind === kind ? row.amount : [])))
      const [amount, discount] = [of('payment'), of('discount')]
      return amount > 0 ? [{ id, amount, discount, paymentDate, method }] : []
    })
}

/** The credit notes that correct each invoice, oldest first, as far as the actor may see them. */
export async function creditNotesOf(
  { actor, records }: Context<Reads>,
  shown: readonly Invoice[],
): Promise<(invoice: string) => Invoice['creditNotes']> {
  const credited = shown.filter(({ creditStatus }) => creditStatus !== 'not_credited')
  const all = await records.heads(
    creditNotes,
    'invoice',
    credited.map(({ id }) => id),
  )
  const seen = all.filter((note) => note.status !== 'void' && maySee(actor, creditNotes, note as never))
  return (invoice) =>
    seen.flatMap(({ id, creditNoteNumber, status, total, invoice: of }) =>
      of === invoice ? [{ id, creditNoteNumber, status, total }] : [],
    )
}
