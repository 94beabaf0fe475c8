import { Problem, type ProblemCode } from '../../core/problem.ts'
import { sumOf } from '../../model/money.ts'
import type { OrderLine, SalesOrder } from '../sales-orders/sales-orders.resource.ts'

export interface Pick {
  readonly line: OrderLine
  readonly quantity: number
}

/** What a client asked for: a line of the order by its id, or by its item. */
export interface Wish {
  readonly line: string | null
  readonly item: string | null
  readonly quantity: number
}

export interface Picking {
  /** How much of a line is left to be taken. */
  left(line: OrderLine): number
  /** Said when a wish is for more. */
  readonly tooMuch: ProblemCode
  /** As in "left to be invoiced". */
  readonly verb: string
}

/** Which lines of an order, and how much of each; all that is left without a wish. Never more than is left. */
export function pickLines(order: SalesOrder, wishes: readonly Wish[], picking: Picking): Pick[] {
  const { left } = picking
  const open = order.items.filter((line) => left(line) > 0)
  if (wishes.length === 0) return open.map((line) => ({ line, quantity: left(line) }))
  const picked = new Map<OrderLine, number>()
  const taken = (line: OrderLine) => picked.get(line) ?? 0
  for (const [index, wish] of wishes.entries()) {
    const lines = linesFor(order, wish, index)
    const asked = sumOf([...lines.map(taken), wish.quantity]) // the same line may be named twice
    if (asked > sumOf(lines.map(left))) throw tooMuch(lines, asked, index, picking)
    let rest = wish.quantity
    for (const line of lines) {
      const part = Math.min(rest, sumOf([left(line), -taken(line)]))
      if (part > 0) picked.set(line, sumOf([taken(line), part]))
      rest = sumOf([rest, -part])
    }
  }
  return [...picked].map(([line, quantity]) => ({ line, quantity }))
}

/** One line by its id; by an item all of its lines, which are taken from one after the other. */
function linesFor({ items, orderNumber }: SalesOrder, { line, item }: Wish, index: number): OrderLine[] {
  const found = items.filter((candidate) => (line ? candidate.id === line : candidate.item === item))
  if (found.length > 0) return found
  const field = `items[${index}].${line || !item ? 'line' : 'item'}`
  const message = line || item ? `The order ${orderNumber} has no such line.` : 'Name the line, or its item.'
  throw new Problem('VALIDATION_ERROR', { message, details: [{ field, message }] })
}

function tooMuch(
  lines: readonly OrderLine[],
  quantity: number,
  index: number,
  { left, tooMuch: code, verb }: Picking,
): Problem {
  const most = sumOf(lines.map(left))
  const { itemCode, uom } = lines[0]!
  return new Problem(code, {
    message: `Of ${itemCode} only ${most} ${uom} are left to be ${verb}, not ${quantity}.`,
    details: [{ field: `items[${index}].quantity`, message: `At most ${most} are left.` }],
  })
}
