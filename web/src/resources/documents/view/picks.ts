import { sumOf } from '../../../../../server/src/model/money.ts'
import type { Row } from '../../../api/resources.ts'

/** So much of a line is to be invoiced or delivered. */
export interface Pick {
  readonly line: Row
  readonly left: number
  readonly quantity: number | null
}

export type Done = 'invoicedQuantity' | 'deliveredQuantity'

/** All that is left of an order; services are done, not delivered. */
export const picksOf = (order: Row, done: Done): readonly Pick[] =>
  ((order.items ?? []) as readonly Row[])
    .filter(({ item, itemType }) => done === 'invoicedQuantity' || (item && itemType !== 'Service'))
    .map((line) => ({ line, left: sumOf([Number(line.quantity), -Number(line[done] ?? 0)]) }))
    .filter(({ left }) => left > 0)
    .map((pick) => ({ ...pick, quantity: pick.left }))

/** As the server wants it: what was left at zero is not named. */
export const requestedParts = (
  picks: readonly Pick[],
): readonly { readonly line: string; readonly quantity: number }[] =>
  picks.flatMap(({ line, quantity }) => (quantity ? [{ line: line.id, quantity }] : []))
