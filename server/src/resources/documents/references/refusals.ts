import { permissionFor, refusedAccess } from '../../../core/access.ts'
import type { Context } from '../../../core/action.ts'
import { moveBlocker } from '../../../core/moves.ts'
import { type Blocker, Problem } from '../../../core/problem.ts'
import type { Reads } from '../../../core/store.ts'
import { msg, recordName, toldOf, verbatim } from '../../../model/message.ts'
import type { AnyRecord } from '../../../model/resource.ts'
import type { AnyDocument, DocumentResource } from '../document-type.ts'
import { rulesOf } from '../rules-of.ts'
import type { Origin } from './origins.ts'
import { type Picking, pickLines } from './pick-lines.ts'
import { leftOf, takersOf } from './progress.ts'

const LOCKED = { tooMuch: 'DOCUMENT_LOCKED', nothingLeft: 'DOCUMENT_LOCKED' } as const

const numberOf = ({ resource }: Origin, original: AnyRecord) => toldOf(resource, original)(resource.title)

export function pickingFrom(taker: DocumentResource, origin: Origin, original: AnyRecord): Picking<never> {
  const { resource, progress } = origin
  const parts = ['itemCode', 'description', 'uom', 'quantity', progress.line].filter((part) =>
    Object.hasOwn(resource.fields.items!.options.fields!, part),
  )
  return {
    source: msg`The ${recordName(resource)} ${numberOf(origin, original)}`,
    reveals: [resource.title, ...parts.map((part) => `items.${part}`)].map((path) => `${resource.name}.${path}`),
    left: (line: AnyRecord) => leftOf(progress, line),
    tooMuch: (rulesOf(taker).refusals ?? LOCKED).tooMuch,
    purpose: progress.purpose,
  } as Picking<never>
}

/** Why an original in its status cannot be taken of. */
export function statusBlocker(origin: Origin, original: AnyDocument): Blocker | undefined {
  const { source, resource, progress } = origin
  const { status } = original
  if (status === undefined || progress.allowedIn.includes(status)) return undefined
  const instead = resource.document.advice?.[status] ?? msg`Nothing of it can be ${progress.purpose}.`
  const told = toldOf(resource, original)
  const message = msg`The ${recordName(resource)} ${told(resource.title)} has the status "${told('status')}". ${instead}`
  return { code: 'DOCUMENT_LOCKED', text: message, details: [{ field: source.field, message }] }
}

export function nothingLeft(
  taker: DocumentResource,
  origin: Origin,
  original: AnyRecord,
  names: readonly string[] = [],
): Problem {
  const { source, resource, progress } = origin
  const number = numberOf(origin, original)
  const { nothingLeft: code, allTaken } = rulesOf(taker).refusals ?? { ...LOCKED, allTaken: undefined }
  const message =
    allTaken?.(number, names) ??
    msg`Nothing of the ${recordName(resource)} ${number} is left to be ${progress.purpose}.`
  const details = names.map((name) => ({ field: progress.by, message: verbatim(name) }))
  return new Problem(code, {
    text: message,
    details: details.length > 0 ? details : [{ field: source.field, message }],
    reveals: [`${resource.name}.${source.progress}`],
  })
}

/** Why nothing can be taken of an original now; if asked, with the names of those that have taken all of it. */
export async function takingBlocker(
  taker: DocumentResource,
  origin: Origin,
  original: AnyDocument,
  ctx: Context<Reads>,
  isNaming = false,
): Promise<Blocker | undefined> {
  if (isToEnter(origin, original)) return entryBlocker(origin, original, ctx)
  const blocker = statusBlocker(origin, original)
  if (blocker) return blocker
  const picks = pickLines(original.items as never[], [], pickingFrom(taker, origin, original))
  if (picks.length > 0) return undefined
  return nothingLeft(taker, origin, original, isNaming ? await namesOfTakers(ctx, origin, original) : [])
}

/** Whether it enters a status first. */
export const isToEnter = ({ resource, progress }: Origin, { status }: AnyDocument): boolean =>
  progress.entersFirst !== undefined &&
  (progress.entersFrom?.includes(status!) ?? resource.document.statuses?.[status!] === 'draft')

export const ENTERING = { method: 'PUT', access: 'read' } as const

/** Why it cannot enter that status as a part of another request. */
async function entryBlocker(
  { resource, progress }: Origin,
  original: AnyDocument,
  ctx: Context<Reads>,
): Promise<Blocker | undefined> {
  const refusal = refusedAccess(ctx.actor, resource, ENTERING)
  if (refusal) return refusal
  const permission = permissionFor(ctx.actor, resource)
  return moveBlocker({ ...ctx, permission }, resource, rulesOf(resource), original as never, progress.entersFirst!)
}

/** The names of the documents that took of an original. */
export const namesOfTakers = async (ctx: Context<Reads>, { resource, source }: Origin, original: AnyDocument) =>
  (await takersOf(ctx, resource, [original], source.progress)).get(original.id) ?? []
