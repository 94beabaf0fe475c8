import type { DescribedProgress } from '../../../../../server/src/model/description.ts'
import { sumOf } from '../../../../../server/src/model/money.ts'
import type { Row } from '../../../api/resources.ts'
import { LINES } from '../document-kind.ts'

/** So much of a line is to be taken. */
export interface Part {
  readonly line: Row
  readonly left: number
  readonly quantity: number | null
}

/** Services are done, not delivered. */
export const isTaken = ({ isOfGoods }: DescribedProgress, { item, itemType }: Row): boolean =>
  !isOfGoods || (Boolean(item) && itemType !== 'Service')

/** A line without an item is called by its description. */
export const lineName = ({ itemName, description }: Row): string => String(itemName ?? description ?? '')

/** All that is left of a document. */
export const partsOf = (row: Row, progress: DescribedProgress): readonly Part[] =>
  ((row[LINES] ?? []) as readonly Row[])
    .filter((line) => isTaken(progress, line))
    .map((line) => ({ line, left: sumOf([Number(line.quantity), -Number(line[progress.line] ?? 0)]) }))
    .filter(({ left }) => left > 0)
    .map((part) => ({ ...part, quantity: part.left }))

/** As the server wants it: what was left at zero is not named. */
export const requestedParts = (
  parts: readonly Part[],
): readonly { readonly line: string; readonly quantity: number }[] =>
  parts.flatMap(({ line, quantity }) => (quantity ? [{ line: line.id, quantity }] : []))
