import { mayKnow, maySee } from '../../../core/access.ts'
import type { Context } from '../../../core/action.ts'
import type { MoveBlocker } from '../../../core/lifecycle.ts'
import type { Reads } from '../../../core/store.ts'
import type { Document, Progress } from '../../../model/document.ts'
import { listed, msg, NO_TEXT } from '../../../model/message.ts'
import { sumOf } from '../../../model/money.ts'
import { type AnyRecord, resourceNamed } from '../../../model/resource.ts'
import { type AnyDocument, type DocumentResource, stageOf } from '../document-type.ts'
import { hasStock } from '../priced-lines.ts'

/** How much of a document other documents have taken: what of an order is delivered and invoiced. */

const takenOf = ({ line }: Progress, row: AnyRecord) => row[line] as number

/** How much of a line is left to be taken. */
export const leftOf = (progress: Progress, row: AnyRecord): number =>
  progress.isOfGoods && !hasStock(row) ? 0 : sumOf([row.quantity as number, -takenOf(progress, row)])

/** How far each progress has come. */
export const progressOf = ({ progress = {} }: Document, rows: readonly AnyRecord[]): Record<string, string> =>
  Object.fromEntries(Object.entries(progress).map(([field, one]) => [field, stateOf(one, rows)]))

function stateOf(progress: Progress, rows: readonly AnyRecord[]): string {
  const { word } = progress
  const counted = progress.isOfGoods ? rows.filter(hasStock) : rows
  if (counted.length === 0) return 'not_applicable'
  if (counted.every((row) => leftOf(progress, row) <= 0)) return word
  return counted.some((row) => takenOf(progress, row) > 0) ? `partly_${word}` : `not_${word}`
}

const isTakenOf = (document: AnyDocument, line: string) =>
  (document.items as readonly AnyRecord[]).some((row) => (row[line] as number) > 0)

/** By the id of each document, the names of those that have taken of it, as far as the actor may see them. */
export async function takersOf(
  { actor, records }: Context<Reads>,
  { name, document }: DocumentResource,
  originals: readonly AnyDocument[],
  field: string,
): Promise<Map<string, string[]>> {
  const { by, line } = document.progress![field]!
  const isTaken = originals.some((original) => isTakenOf(original, line))
  const taker = resourceNamed(by) as DocumentResource
  const { field: reference } = taker.document.sources!.find(({ resource }) => resource === name)!
  // Of all originals, since that is what else may be asked for: then it is read once.
  const ids = isTaken ? originals.map(({ id }) => id) : []
  const found = await records.heads(taker, reference as never, ids)
  const seesTitles = mayKnow(actor, `${by}.${taker.title}`, taker)
  const names = new Map<string, string[]>()
  for (const head of found as readonly AnyDocument[]) {
    if (stageOf(taker, head.status) === 'stopped' || !maySee(actor, taker, head as never)) continue
    const title = seesTitles ? (head[taker.title] as string | null) : null
    const original = head[reference] as string
    names.set(original, [...(names.get(original) ?? []), title ?? head.id])
  }
  return names
}

/** By the field of each progress of which something is taken. */
export type Takers = Readonly<Record<string, readonly string[]>>

/** The names of all documents that have taken of each. */
export async function allTakersOf(
  ctx: Context<Reads>,
  resource: DocumentResource,
  originals: readonly AnyDocument[],
): Promise<Takers[]> {
  const taken = Object.entries(resource.document.progress ?? {}).filter(([, { line }]) =>
    originals.some((original) => isTakenOf(original, line)),
  )
  const found: [string, Map<string, string[]>][] = []
  for (const [field] of taken) found.push([field, await takersOf(ctx, resource, originals, field)])
  return originals.map(({ id }) => Object.fromEntries(found.map(([field, names]) => [field, names.get(id) ?? []])))
}

/** Why a document cannot be called off, or be a draft again: others have taken of it. */
export const takenBlocker =
  ({ name, document }: DocumentResource, field: string) =>
  (original: object, takers: Takers): MoveBlocker | undefined => {
    const { line, purpose, undo } = document.progress![field]!
    if (!isTakenOf(original as AnyDocument, line)) return undefined
    const names = takers[field] ?? []
    const by = names.length > 0 ? msg`: ${listed(names)}` : NO_TEXT
    const text = msg`Some of it has been ${purpose}${by}. ${undo}`
    return { code: 'INVALID_STATUS_TRANSITION', text, reveals: [`${name}.${field}`] }
  }
