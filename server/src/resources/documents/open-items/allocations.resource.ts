import { choice, group, money, text } from '../../../model/fields.ts'
import { defineResource, type Row } from '../../../model/resource.ts'

const record = () => group({ resource: text({ required: true }), id: text({ required: true, indexed: true }) })

/** The ledger of open items. It only grows: what is taken back is another row with the opposite amount. */
export const allocations = defineResource({
  name: 'allocations',
  singular: 'allocation',
  idPrefix: 'alc',
  title: 'kind',
  description: 'How much of a payment, or of another open item, settles an open item.',
  internal: true,
  fields: {
    /** What the amount is taken from, such as a payment. */
    source: record(),
    /** The open item that it settles, such as an invoice. */
    target: record(),
    kind: choice(['payment', 'discount', 'credit'], { required: true }),
    amount: money({ required: true }),
  },
})

export type AllocationKind = Row<typeof allocations>['kind']
