import { type Guard, type Lifecycle, type Move, statusOf } from '../../core/lifecycle.ts'
import { sumOf } from '../../model/money.ts'
import type { Row } from '../../model/resource.ts'
import { INSUFFICIENT_STOCK, shortage } from '../items/items.operations.ts'
import { type Item, items } from '../items/items.resource.ts'
import { heldBy } from './document-stock.ts'
import type { AnyDocument, DocumentResource, StockOf } from './document-type.ts'

interface StockFacts {
  readonly inStock: ReadonlyMap<string, Item>
}

/** A move that would take more than there is says so beforehand: goods that came in may be gone when it is called off. */
export function foretellingStock<R extends DocumentResource>(rule: StockOf, lifecycle: Lifecycle<R>): Lifecycle<R> {
  const { moves, facts, problems = [] } = lifecycle
  const idsIn = (document: Row<R>) =>
    moves
      .filter(({ from }) => from.includes(statusOf(document) as never))
      .flatMap(({ to }) => [...takenBy(rule, document, to).keys()])
  return {
    ...lifecycle,
    problems: [...problems, INSUFFICIENT_STOCK],
    moves: moves.map((move): Move<R> => ({ ...move, guards: [...(move.guards ?? []), hasStockFor(rule, move.to)] })),
    async facts(ctx, documents, options) {
      const own = await facts?.(ctx, documents, options)
      const ids = new Set(documents.flatMap(idsIn))
      const inStock = ids.size > 0 ? await ctx.records.getMany(items, [...ids]) : new Map()
      return documents.map((_, index) => ({ ...own?.[index], inStock }))
    },
  }
}

const hasStockFor =
  <R extends DocumentResource>(rule: StockOf, to: string): Guard<R> =>
  (document, { inStock }: StockFacts) => {
    for (const [id, quantity] of takenBy(rule, document, to)) {
      const item = inStock.get(id)!
      if (item.currentStock < quantity) {
        const { code, text, reveals } = shortage(item, quantity)
        return { code, text, reveals }
      }
    }
    return undefined
  }

/** What a document would take out of the stock with another status, by item. */
function takenBy(rule: StockOf, document: object, status: string): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  const states = [document, { ...document, status }].map((state) => heldBy(rule, state as AnyDocument))
  for (const [index, held] of states.entries())
    for (const { item, quantity } of held.values()) {
      const comesBack = (index === 0) === (rule.moves === 'out')
      sums.set(item, sumOf([sums.get(item) ?? 0, comesBack ? -quantity : quantity]))
    }
  return new Map([...sums].filter(([, quantity]) => quantity > 0))
}
