import { sql } from 'kysely'
import { type Migration, required } from '../schema-change.ts'

/** A payment may settle several invoices, or none yet. Each that is there already is for its one invoice, as a whole. */
export const paymentAllocations: Migration = {
  name: '0058-payment-allocations',
  async up(schema) {
    await schema.makeOptional('payments', 'invoice')
    await schema.addColumn('payments', 'unallocated', required.decimal, 0)
    await schema.createIndex('payments', 'unallocated')
    await schema.addColumn('invoices', 'discountGiven', required.decimal, 0)
    await schema.createLines(
      'payments',
      'allocations',
      { invoice: required.idOf('invoices'), amount: required.decimal, discount: required.decimal },
      { indexed: ['invoice'] },
    )
    const names = ['id', 'parent', 'position', 'invoice', 'amount', 'discount'].map((name) => sql.ref(name))
    // The ids differ in their prefixes alone, which are equally long.
    const id = sql`'lin_' || substr(id, length('pay_') + 1)`
    const insert = sql`insert into payments_allocations (${sql.join(names)})
      select ${id}, id, 0, invoice, amount, 0 from payments`
    await schema.run({ compile: () => insert.compile(schema.builder) })
  },
}
