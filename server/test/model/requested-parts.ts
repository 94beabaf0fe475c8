import fc from 'fast-check'
import { ONE, ofParts, smaller, sum } from './amounts.ts'
import type { Line, Order, Part } from './business.ts'
import { wrapped } from './step.ts'

/** How much of the remaining quantity a step asks for. */
const SHARES = ['all', 'half', 'one', 'crumb', 'too much'] as const
export type Share = (typeof SHARES)[number]
export const share = fc.constantFrom(...SHARES.flatMap((word) => (word === 'all' ? [word, word, word] : [word])))

const CRUMB = 1n

export function shareOf(left: bigint, wanted: Share): bigint {
  const amounts = { all: left, half: left / 2n, one: ONE, crumb: CRUMB, 'too much': left + CRUMB }
  return amounts[wanted] > 0n ? amounts[wanted] : CRUMB
}

export interface RequestedPart {
  /** Which line, counted from the first. */
  readonly line: number
  readonly by: 'line' | 'item' | 'nothing that exists'
  readonly share: Share
}

const requestedPart: fc.Arbitrary<RequestedPart> = fc.record({
  line: fc.nat({ max: 3 }),
  by: fc.constantFrom(
    ...(['line', 'line', 'line', 'line', 'line', 'item', 'item', 'item', 'item', 'nothing that exists'] as const),
  ),
  share,
})

/** An empty list means everything that is left. */
export const requestedParts = fc.oneof(
  { arbitrary: fc.constant<RequestedPart[]>([]), weight: 2 },
  { arbitrary: fc.array(requestedPart, { minLength: 1, maxLength: 3 }), weight: 3 },
)

/** The quantities of the selected lines, or why there are none. */
export type Selection = readonly Part[] | 'unknown' | 'too much'
export const isPossible = (selection: Selection): selection is readonly Part[] => typeof selection !== 'string'

interface Asked {
  readonly body: { line?: string; item?: string; quantity: number }
  readonly lines: readonly Line[]
  readonly quantity: bigint
}

/** A requested part in figures. A part of an item covers all lines with that item. */
function asked(
  { lines }: Order,
  { line: index, by, share: wanted }: RequestedPart,
  left: (line: Line) => bigint,
): Asked {
  const line = wrapped(lines, index)
  const fitting = lines.filter((other) => (by === 'item' ? other.item === line.item : other === line))
  const quantity = shareOf(sum(fitting.map(left)), wanted)
  const name = by === 'item' ? { item: line.item.id } : { line: by === 'line' ? line.id : 'lin_unknown' }
  return { body: { ...name, quantity: ofParts(quantity) }, lines: by in name ? fitting : [], quantity }
}

export function take(order: Order, wanted: readonly RequestedPart[], left: (line: Line) => bigint) {
  const all = wanted.map((one) => asked(order, one, left))
  const body = all.length > 0 ? { items: all.map((one) => one.body) } : {}
  return { body, selection: all.length > 0 ? takenOf(all, left) : everything(order, left) }
}

const everything = ({ lines }: Order, left: (line: Line) => bigint): Selection =>
  lines.map((line) => ({ line, quantity: left(line) })).filter(({ quantity }) => quantity > 0n)

function takenOf(all: readonly Asked[], left: (line: Line) => bigint): Selection {
  const taken = new Map<Line, bigint>()
  for (const { lines, quantity } of all) {
    if (lines.length === 0) return 'unknown'
    let missing = quantity
    for (const line of lines) {
      const free = left(line) - (taken.get(line) ?? 0n)
      const more = smaller(free, missing)
      if (more > 0n) taken.set(line, (taken.get(line) ?? 0n) + more)
      missing -= more
    }
    if (missing > 0n) return 'too much'
  }
  return [...taken].map(([line, quantity]) => ({ line, quantity }))
}

export const wordsOf = (selection: Selection): string => {
  if (!isPossible(selection)) return selection
  return selection.map(({ line, quantity }) => `${ofParts(quantity)} × ${line.item.label}`).join(', ') || 'nothing'
}
