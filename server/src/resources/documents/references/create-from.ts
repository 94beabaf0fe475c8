import { authorise, permissionFor } from '../../../core/access.ts'
import { type Action, type Context, type Source, writeAction } from '../../../core/action.ts'
import { createRecord } from '../../../core/changes.ts'
import { moveRecord } from '../../../core/moves.ts'
import type { ProblemCode } from '../../../core/problem.ts'
import type { DocumentSource } from '../../../model/document.ts'
import { type Fields, lines, quantity, ref, text } from '../../../model/fields.ts'
import type { AnyRecord } from '../../../model/resource.ts'
import type { Right } from '../../../model/rights.ts'
import type { AnyDocument, DocumentResource } from '../document-type.ts'
import { rulesOf } from '../rules-of.ts'
import { type Origin, originsOf, takersOfType } from './origins.ts'
import { ENTERING, isToEnter, takingBlocker } from './refusals.ts'

/** The original of a new document: it tells whether one can be made from it. */
export const originalOf = (taker: DocumentResource, origin: Origin): Source => ({
  resource: origin.resource,
  field: origin.source.field,
  blocker: (original: AnyDocument, ctx) => takingBlocker(taker, origin, original, ctx),
})

/** The actions that make such documents from others. */
export const createFromActions = (taker: DocumentResource): Action[] =>
  originsOf(taker.document)
    .filter(({ source }) => source.action)
    .map((origin) => createFrom(taker, origin, origin.source.action!))

/** Takes all that is left of another document, or a part of it, which stays locked: two calls at once make one document. */
function createFrom(
  taker: DocumentResource,
  origin: Origin,
  { path, description, takes }: NonNullable<DocumentSource['action']>,
): Action {
  const { source, resource } = origin
  return writeAction({
    name: `create-${path}`,
    method: 'POST',
    path: `/${path}`,
    summary: summaryOf(taker, origin),
    description,
    access: 'create',
    from: originalOf(taker, origin),
    status: 201,
    problems: problemsOf(taker, origin),
    input: { [source.field]: ref(resource.name, { required: true }), ...inputOf(taker, takes) },
    run: (ctx, { input }) => take(ctx, taker, origin, input),
  })
}

const CREATING = { method: 'POST', access: 'create' } as const

/** The same as actions of the original. */
export const takingActions = (original: DocumentResource): Action[] =>
  takersOfType(original).flatMap(({ taker, origin }) => {
    const { action } = origin.source
    if (!action?.onOriginal) return []
    const { onOriginal, description, takes } = action
    return writeAction({
      name: `convert-${onOriginal}`,
      method: 'POST',
      path: `/:id/${onOriginal}`,
      summary: summaryOf(taker, origin),
      description,
      access: rightToEnter(origin),
      anyOf: [{ resource: taker, action: CREATING }],
      creates: taker,
      blocker: (record: AnyDocument, ctx) => takingBlocker(taker, origin, record, ctx, true),
      status: 201,
      problems: problemsOf(taker, origin),
      input: inputOf(taker, takes),
      run(ctx, { id, input }) {
        const permission = permissionFor(ctx.actor, taker)
        return take({ ...ctx, permission }, taker, origin, { ...input, [origin.source.field]: id })
      },
    })
  })

/** What takes of an original may move it first. */
const rightToEnter = ({ resource, progress }: Origin): Right =>
  resource.document.moves?.find(({ to }) => to === progress.entersFirst)?.right ?? 'update'

export const articleOf = (name: string) => (/^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`)
const summaryOf = ({ singular }: DocumentResource, { resource }: Origin) =>
  `Create ${articleOf(singular)} from ${articleOf(resource.singular)}`

function problemsOf(taker: DocumentResource, { resource, progress }: Origin): ProblemCode[] {
  const { refusals } = rulesOf(taker)
  const entering = progress.entersFirst ? (rulesOf(resource).lifecycle?.problems ?? []) : []
  return [...(refusals ? [refusals.nothingLeft, refusals.tooMuch] : []), 'DOCUMENT_LOCKED', ...entering]
}

const inputOf = (taker: DocumentResource, takes: readonly string[]): Fields => ({
  ...Object.fromEntries(takes.map((name) => [name, taker.fields[name]!])),
  items: lines(
    {
      line: text({ max: 64, example: 'lin_0t3q8m5xk00a7b2c9d4', description: 'The id of a line of the original …' }),
      item: ref('items', { description: '… or its item.' }),
      quantity: quantity({ required: true, min: 0.0001, example: 4 }),
    },
    { min: 1, description: 'Which lines, and how much of each; all that is left if left out.' },
  ),
})

async function take(ctx: Context, taker: DocumentResource, origin: Origin, sent: AnyRecord) {
  const { field, line: taken } = origin.source
  await enterFirst(ctx, origin, sent[field] as string)
  const items = ((sent.items ?? []) as AnyRecord[]).map(({ line, ...rest }) => ({ ...rest, [taken]: line }))
  return { record: (await createRecord(ctx, taker, rulesOf(taker), { ...sent, items })) as AnyRecord }
}

/** The original enters the status first in which something of it can be taken, under the rights and guards of that move. */
async function enterFirst(ctx: Context, origin: Origin, id: string): Promise<void> {
  const { resource, progress } = origin
  const original = (await ctx.records.lock(resource, id)) as AnyDocument
  if (!isToEnter(origin, original)) return
  const permission = authorise(ctx.actor, resource, ENTERING)
  await moveRecord({ ...ctx, permission }, resource, rulesOf(resource), id, { status: progress.entersFirst! })
}
