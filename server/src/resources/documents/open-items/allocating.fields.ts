import type { Allocating } from '../../../model/document.ts'
import { lines, money, ref } from '../../../model/fields.ts'

/** One open item, and how much of it is settled. */
const lineFields = ({ of }: Allocating) => ({
  invoice: ref('invoices', { required: true, indexed: true }),
  amount: money({ required: true, min: 0.0001, hiddenWith: [`.${of}`], example: 70 }),
})

const discountField = ({ of }: Allocating) => ({
  discount: money({
    default: 0,
    min: 0,
    hiddenWith: [`.${of}`],
    description: 'What the customer took off for paying early. It settles the invoice, too.',
  }),
})

type LineFields<A extends Allocating> = ReturnType<typeof lineFields> &
  ('discount' extends keyof A['kinds'] ? ReturnType<typeof discountField> : unknown)

const linesFor = <const A extends Allocating>(allocating: A): LineFields<A> =>
  ({ ...lineFields(allocating), ...(allocating.kinds.discount && discountField(allocating)) }) as LineFields<A>

/** What was allocated, and what is left. */
export const allocatingFields = <const A extends Allocating>(allocating: A, name: string) => ({
  allocations: lines(linesFor(allocating), {
    description: `The open items that it settles. Later changed by POST /${name}/{id}/allocate and /unallocate.`,
  }),
  unallocated: money({
    readOnly: true,
    setBy: `POST /${name}/{id}/allocate`,
    default: 0,
    indexed: true,
    summedBy: 'customer',
    hiddenWith: [`.${allocating.of}`, '.allocations.amount'],
    description: 'What is left of it to be allocated.',
  }),
})

/** The same lines in the body of the action that allocates. */
export const allocatedLines = (allocating: Allocating) => lines(linesFor(allocating), { min: 1 })
