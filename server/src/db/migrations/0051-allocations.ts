import { sql } from 'kysely'
import { type Migration, required } from '../schema-change.ts'

/** What payments settle is a ledger. Each payment that is there already was allocated as a whole to its invoice. */
export const allocations: Migration = {
  name: '0051-allocations',
  async up(schema) {
    const reference = (name: string) => ({ [`${name}_resource`]: required.text, [`${name}_id`]: required.text })
    await schema.createRecords(
      'allocations',
      { ...reference('source'), ...reference('target'), kind: required.text, amount: required.decimal },
      { indexed: ['source_id', 'target_id'] },
    )
    const columns = ['id', 'source_resource', 'source_id', 'target_resource', 'target_id', 'kind', 'amount']
    const names = [...columns, 'createdAt', 'updatedAt', 'createdBy', 'version'].map((name) => sql.ref(name))
    // The ids differ in their prefixes alone, which are equally long, and sort by creation like those of the payments.
    const id = sql`'alc_' || substr(id, length('pay_') + 1)`
    const [at, by] = [sql.ref('createdAt'), sql.ref('createdBy')]
    const insert = sql`insert into allocations (${sql.join(names)})
      select ${id}, 'payments', id, 'invoices', invoice, 'payment', amount, ${at}, ${at}, ${by}, 1 from payments`
    await schema.run({ compile: () => insert.compile(schema.builder) })
    await schema.makeAppendOnly('allocations')
  },
}
