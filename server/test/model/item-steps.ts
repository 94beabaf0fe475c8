import fc from 'fast-check'
import { ofParts } from './amounts.ts'
import { type Attempt, deletionOf } from './attempt.ts'
import { itemDeletionVerdict } from './billing-rules.ts'
import type { Business, Item } from './business.ts'
import { choice, choose, seldom, step } from './step.ts'
import { isNamed, isStocked, stock } from './sums.ts'
import { percent, quantity, rate } from './values.ts'
import type { Verdict } from './verdict.ts'
import { itemView } from './views.ts'

interface NewItem {
  readonly type: Item['type']
  readonly price: bigint
  readonly taxRate: bigint
  /** Tries the code of the newest item once more, in other letters. */
  readonly isCopy: boolean
}

export function createItem(business: Business, { type, price, taxRate, isCopy }: NewItem): Attempt {
  const { items } = business
  const copied = isCopy ? items.findLast(({ isGone }) => !isGone) : undefined
  const label = `item ${items.length + 1}`
  const code = `${business.name}-${items.length + 1}`
  const figures = { sellingPrice: ofParts(price), taxRate: ofParts(taxRate) }
  let item: Item
  return {
    words: `${label}, a ${type} at ${figures.sellingPrice} + ${figures.taxRate} %${copied ? ', coded as another' : ''}`,
    method: 'POST',
    path: '/items',
    body: { itemCode: copied?.code.toLowerCase() ?? code, itemName: label, itemType: type, ...figures },
    verdict: copied && 'VALIDATION_ERROR',
    accept({ id }) {
      item = { label, id, code, type, price, taxRate, isActive: true, received: 0n, isMoved: false, isGone: false }
      items.push(item)
    },
    shows: () => itemView(business, item),
  }
}

const type = fc.constantFrom<Item['type'][]>('Product', 'Consumable', 'Service')
export const newItem = step(fc.record({ type, price: rate, taxRate: percent, isCopy: seldom }), createItem)

/** Orders keep the price that was agreed. */
export const changeItem = step(
  fc.record({ item: choice, price: rate, isActive: fc.constantFrom(true, true, false) }),
  (business, { item: which, price, isActive }) => {
    const item = choose(business.items, which)
    return (
      item && {
        words: `${item.label} at ${ofParts(price)}, ${isActive ? 'active' : 'inactive'}`,
        method: 'PUT',
        path: `/items/${item.id}`,
        body: { sellingPrice: ofParts(price), isActive },
        verdict: item.isGone ? 'NOT_FOUND' : undefined,
        accept: () => Object.assign(item, { price, isActive }),
        shows: () => itemView(business, item),
      }
    )
  },
)

/** Goods come, or go, without a delivery. */
export const moveStock = step(
  fc.record({ item: choice, amount: quantity, isIncoming: fc.constantFrom(true, true, true, false) }),
  (business, { item: which, amount, isIncoming }) => {
    const item = choose(business.items, which, isStocked)
    if (!item) return undefined
    const moved = isIncoming ? amount * 3n : -amount
    return {
      words: `${ofParts(moved)} of ${item.label} ${isIncoming ? 'come' : 'go'}`,
      method: 'POST',
      path: '/stock-movements',
      body: { item: item.id, quantity: ofParts(moved), reason: isIncoming ? 'receipt' : 'write_off' },
      verdict: movementVerdict(business, item, moved),
      accept: () => Object.assign(item, { received: item.received + moved, isMoved: true }),
      shows: () => ({ item: item.id, quantity: ofParts(moved), balance: ofParts(stock(business, item)) }),
    }
  },
)

function movementVerdict(business: Business, item: Item, moved: bigint): Verdict {
  if (item.isGone) return 'VALIDATION_ERROR'
  return isStocked(item) && stock(business, item) + moved >= 0n ? undefined : 'INSUFFICIENT_STOCK'
}

/** Mostly one that no order refers to any more: only the stock ledger can prevent the deletion. */
export const deleteItem = step(choice, (business, which) => {
  const item = choose(
    business.items,
    which,
    (one) => !isNamed(business, ({ lines }) => lines.some((line) => line.item === one)),
  )
  return item && deletionOf(item, 'items', itemDeletionVerdict(business, item))
})
