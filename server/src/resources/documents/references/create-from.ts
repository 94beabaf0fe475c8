import { authorise } from '../../../core/access.ts'
import { type Action, type Context, type Source, writeAction } from '../../../core/action.ts'
import { createRecord } from '../../../core/changes.ts'
import { moveRecord } from '../../../core/moves.ts'
import type { DocumentSource } from '../../../model/document.ts'
import { lines, quantity, ref, text } from '../../../model/fields.ts'
import type { AnyRecord } from '../../../model/resource.ts'
import type { AnyDocument, DocumentResource } from '../document-type.ts'
import { rulesOf } from '../rules-of.ts'
import { type Origin, originsOf } from './origins.ts'
import { ENTERING, isDraftToEnter, takingBlocker } from './refusals.ts'

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
  const { refusals } = rulesOf(taker)
  const entering = origin.progress.entersFirst ? (rulesOf(resource).lifecycle?.problems ?? []) : []
  const article = (name: string) => (/^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`)
  return writeAction({
    name: `create-${path}`,
    method: 'POST',
    path: `/${path}`,
    summary: `Create ${article(taker.singular)} from ${article(resource.singular)}`,
    description,
    access: 'create',
    from: originalOf(taker, origin),
    status: 201,
    problems: [...(refusals ? [refusals.nothingLeft, refusals.tooMuch] : []), 'DOCUMENT_LOCKED', ...entering],
    input: {
      [source.field]: ref(resource.name, { required: true }),
      ...Object.fromEntries(takes.map((name) => [name, taker.fields[name]!])),
      items: lines(
        {
          line: text({ max: 64, example: 'lin_0t3q8m5xk00a7b2c9d4', description: 'The id of a line of the order …' }),
          item: ref('items', { description: '… or its item.' }),
          quantity: quantity({ required: true, min: 0.0001, example: 4 }),
        },
        { min: 1, description: 'Which lines, and how much of each; all that is left if left out.' },
      ),
    },
    async run(ctx, { input }) {
      const sent = input as AnyRecord
      await enterFirst(ctx, origin, sent[source.field] as string)
      const items = ((sent.items ?? []) as AnyRecord[]).map(({ line, ...rest }) => ({ ...rest, [source.line]: line }))
      return { record: (await createRecord(ctx, taker, rulesOf(taker), { ...sent, items })) as AnyRecord }
    },
  })
}

/** A draft enters the status first in which something of it can be taken, under the rights and guards of that move. */
async function enterFirst(ctx: Context, origin: Origin, id: string): Promise<void> {
  const { resource, progress } = origin
  const original = (await ctx.records.lock(resource, id)) as AnyDocument
  if (!isDraftToEnter(origin, original)) return
  const permission = authorise(ctx.actor, resource, ENTERING)
  await moveRecord({ ...ctx, permission }, resource, rulesOf(resource), id, { status: progress.entersFirst! })
}
