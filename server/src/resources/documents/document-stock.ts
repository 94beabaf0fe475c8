import type { Context } from '../../core/action.ts'
import type { Change } from '../../core/rules.ts'
import type { StockRule } from '../../model/document.ts'
import { onceFor } from '../../model/memo.ts'
import { sumOf } from '../../model/money.ts'
import { reserveStock } from '../items/items.operations.ts'
import { postMovement } from '../stock-movements/stock-movements.operations.ts'
import { DOCUMENT_REASONS } from '../stock-movements/stock-movements.resource.ts'
import type { AnyDocument, DocumentResource, StockOf } from './document-type.ts'
import { hasStock } from './priced-lines.ts'

/** Undefined where they change no stock. */
export const stockOf = onceFor(({ document }: DocumentResource): StockOf | undefined => {
  const { stock, statuses } = document
  const rule: StockRule | undefined = typeof stock === 'string' ? { moves: stock } : stock
  if (!rule || rule.moves === 'foretell') return undefined
  const stages = rule.moves === 'reserve' ? ['open'] : ['open', 'done']
  const all = Object.keys(statuses ?? {})
  const counting = all.slice(rule.at ? all.indexOf(rule.at) : 0).filter((status) => stages.includes(statuses![status]!))
  return { ...rule, moves: rule.moves, statuses: statuses && counting }
})

interface StockLine {
  readonly id: string
  readonly item: string
  readonly itemType?: string
  readonly quantity: number
}

interface Held {
  readonly item: string
  readonly quantity: number
}

/** What a document holds: by item what it has set aside, by line what it has moved. */
export function heldBy(rule: StockOf, document: AnyDocument | undefined): Map<string, Held> {
  const { moves, statuses, less, if: wanted } = rule
  const held = new Map<string, Held>()
  if (!document || (statuses && !statuses.includes(document.status!))) return held
  if (wanted && document[wanted] !== true) return held
  for (const line of document.items as readonly StockLine[]) {
    if (!hasStock(line)) continue
    const { id, item } = line
    const key = moves === 'reserve' ? item : `${item} ${id}`
    const moved = less ? ((line as unknown as Record<string, number>)[less] ?? 0) : 0
    held.set(key, { item, quantity: sumOf([held.get(key)?.quantity ?? 0, line.quantity, -moved]) })
  }
  return held
}

/**
 * Posts or reserves what one state of a document holds more or less than the one before. Items in one order everywhere, so that
 * two requests never wait for each other.
 */
export async function changeStock(
  ctx: Context,
  resource: DocumentResource,
  { before, after }: { readonly [V in keyof Change]?: AnyDocument | undefined },
): Promise<void> {
  const rule = stockOf(resource)
  if (!rule) return
  const [old, fresh] = [heldBy(rule, before), heldBy(rule, after)]
  for (const key of [...new Set([...old.keys(), ...fresh.keys()])].sort()) {
    const { item } = (fresh.get(key) ?? old.get(key))!
    const quantity = sumOf([fresh.get(key)?.quantity ?? 0, -(old.get(key)?.quantity ?? 0)])
    if (quantity === 0) continue
    if (rule.moves === 'reserve') await reserveStock(ctx, item, quantity)
    else await post(ctx, resource, rule, (after ?? before)!, item, quantity)
  }
}

/** A negative quantity reverses what was posted before. */
function post(
  ctx: Context,
  { name }: DocumentResource,
  { moves, note }: StockOf,
  document: AnyDocument,
  item: string,
  quantity: number,
): Promise<unknown> {
  const { posted, reversed } = DOCUMENT_REASONS[moves as 'in' | 'out']
  return postMovement(ctx, {
    item,
    quantity: moves === 'out' ? -quantity : quantity,
    reason: quantity > 0 ? posted : reversed,
    source: { resource: name, id: document.id },
    note: note ? (document[note] as string | null) : null,
  })
}
