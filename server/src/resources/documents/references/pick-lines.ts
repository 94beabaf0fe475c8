import { Problem, type ProblemCode } from '../../../core/problem.ts'
import { shorten } from '../../../model/input.ts'
import { type Message, msg } from '../../../model/message.ts'
import { sumOf } from '../../../model/money.ts'

export interface Pick<L> {
  readonly line: L
  readonly quantity: number
}

/** A line of a document that others are made from. */
export interface SourceLine {
  readonly id: string
  readonly item: string | null
  readonly itemCode: string | null
  readonly description?: string | null
  readonly uom: string | null
}

/** What a client asked for: a line of the document by its id, or by its item. */
export interface RequestedLine {
  readonly line: string | null
  readonly item: string | null
  readonly quantity: number
}

export interface Picking<L> {
  /** Such as "The order SO-2026-00001". */
  readonly source: Message
  /** The fields of the document that refusals tell of, as paths with the name of the resource. */
  readonly reveals: readonly string[]
  /** How much of a line is left to be taken. */
  left(line: L): number
  /** Said when a request is for more. */
  readonly tooMuch: ProblemCode
  /** As in "left to be invoiced". */
  readonly purpose: Message
}

/** Which lines of a document, and how much of each; all that is left without a request. Never more than is left. */
export function pickLines<L extends SourceLine>(
  lines: readonly L[],
  requested: readonly RequestedLine[],
  picking: Picking<L>,
): Pick<L>[] {
  const { left } = picking
  const open = lines.filter((line) => left(line) > 0)
  if (requested.length === 0) return open.map((line) => ({ line, quantity: left(line) }))
  const picked = new Map<L, number>()
  const taken = (line: L) => picked.get(line) ?? 0
  for (const [index, request] of requested.entries()) {
    const named = linesFor(lines, request, index, picking)
    const asked = sumOf([...named.map(taken), request.quantity]) // the same line may be named twice
    if (asked > sumOf(named.map(left))) throw tooMuch(named, asked, index, picking)
    let rest = request.quantity
    for (const line of named) {
      const part = Math.min(rest, sumOf([left(line), -taken(line)]))
      if (part > 0) picked.set(line, sumOf([taken(line), part]))
      rest = sumOf([rest, -part])
    }
  }
  return [...picked].map(([line, quantity]) => ({ line, quantity }))
}

/** One line by its id; by an item all of its lines, which are taken from one after the other. */
function linesFor<L extends SourceLine>(
  lines: readonly L[],
  { line, item }: RequestedLine,
  index: number,
  { source, reveals }: Picking<L>,
): L[] {
  const found = lines.filter((candidate) => (line ? candidate.id === line : candidate.item === item))
  if (found.length > 0) return found
  const field = `items[${index}].${line || !item ? 'line' : 'item'}`
  const message = line || item ? msg`${source} has no such line.` : msg`Name the line, or its item.`
  const told = line || item ? reveals : []
  throw new Problem('VALIDATION_ERROR', { text: message, details: [{ field, message }], reveals: told })
}

function tooMuch<L extends SourceLine>(
  lines: readonly L[],
  quantity: number,
  index: number,
  { left, tooMuch: code, purpose, reveals }: Picking<L>,
): Problem {
  const most = sumOf(lines.map(left))
  const { itemCode, description, uom } = lines[0]!
  const what = itemCode ?? shorten(description ?? '')
  return new Problem(code, {
    text: uom
      ? msg`${quantity} of ${what} is more than the ${most} ${uom} left to be ${purpose}.`
      : msg`${quantity} of ${what} is more than the ${most} left to be ${purpose}.`,
    details: [{ field: `items[${index}].quantity`, message: msg`Enter at most ${most}.` }],
    reveals,
  })
}
