import type { Allocating } from '../../../model/document.ts'
import { lines, money, ref } from '../../../model/fields.ts'

/** One open item, and how much of it is settled. */
const lineFields = () => ({
  invoice: ref('invoices', { required: true, indexed: true }),
  amount: money({ required: true, min: 0.0001, hiddenWith: ['.amount'], example: 70 }),
  discount: money({
    default: 0,
    min: 0,
    hiddenWith: ['.amount'],
    description: 'What the customer took off for paying early. It settles the invoice, too.',
  }),
})

/** What was allocated, and what is left. */
export const allocatingFields = ({ of }: Allocating, name: string) => ({
  allocations: lines(lineFields(), {
    description: `The open items that it settles. Later changed by POST /${name}/{id}/allocate and /unallocate.`,
  }),
  unallocated: money({
    readOnly: true,
    setBy: `POST /${name}/{id}/allocate`,
    default: 0,
    indexed: true,
    summedBy: 'customer',
    hiddenWith: [`.${of}`, '.allocations.amount'],
    description: 'What is left of it to be allocated.',
  }),
})

/** The same lines in the body of the action that allocates. */
export const allocatedLines = () => lines(lineFields(), { min: 1 })
