import fc from 'fast-check'
import { deletionOf } from './attempt.ts'
import { deliveryVerdict, hasUndelivered } from './billing-rules.ts'
import type { Delivery, Part } from './business.ts'
import { requestedParts, take, wordsOf } from './requested-parts.ts'
import { choice, choose, step } from './step.ts'
import { undelivered } from './sums.ts'
import { deliveryView } from './views.ts'

export const deliver = step(
  fc.record({ order: choice, requestedParts }),
  (business, { order: which, requestedParts: wanted }) => {
    const isReady = ({ status }: { status: string }) => status === 'submitted'
    const order = choose(business.orders, which, (one) => isReady(one) && hasUndelivered(business, one))
    if (!order) return undefined
    const { body, selection } = take(order, wanted, (line) => undelivered(business, line))
    const label = `delivery ${business.deliveries.length + 1}`
    let delivery: Delivery
    return {
      words: `${label} of ${order.label}: ${wordsOf(selection)}`,
      method: 'POST',
      path: '/deliveries',
      body: { salesOrder: order.id, ...body },
      verdict: deliveryVerdict(business, order, selection),
      accept({ id }) {
        delivery = { label, id, order, parts: selection as readonly Part[], isGone: false }
        business.deliveries.push(delivery)
        for (const { line } of delivery.parts) line.item.isMoved = true
      },
      shows: () => deliveryView(delivery),
    }
  },
)

export const undoDelivery = step(choice, (business, which) => {
  const delivery = choose(business.deliveries, which)
  return delivery && deletionOf(delivery, 'deliveries', delivery.isGone ? 'NOT_FOUND' : undefined)
})
