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
  for (const [index, wish] of wishes.entries()) {
    const line = lineFor(order, wish, index, left)
    const quantity = sumOf([picked.get(line) ?? 0, wish.quantity]) // the same line may be named twice
    if (quantity > left(line)) throw tooMuch(line, quantity, index, picking)
    picked.set(line, quantity)
  }
  return [...picked].map(([line, quantity]) => ({ line, quantity }))
}

function lineFor(
  { items, orderNumber }: SalesOrder,
  { line, item }: Wish,
  index: number,
  left: Picking['left'],
): OrderLine {
  const fitting = items.filter((candidate) => (line ? candidate.id === line : candidate.item === item))
  const found = fitting.find((candidate) => left(candidate) > 0) ?? fitting[0]
  if (found) return found
  const field = `items[${index}].${line || !item ? 'line' : 'item'}`
  const message = line || item ? `The order ${orderNumber} has no such line.` : 'Name the line, or its item.'
  throw new Problem('VALIDATION_ERROR', { message, details: [{ field, message }] })
}

function tooMuch(line: OrderLine, quantity: number, index: number, { left, tooMuch: code, verb }: Picking): Problem {
  const most = left(line)
  return new Problem(code, {
    message: `Of ${line.itemCode} only ${most} ${line.uom} are left to be ${verb}, not ${quantity}.`,
    details: [{ field: `items[${index}].quantity`, message: `At most ${most} are left.` }],
  })
}
