import { type Action, writeAction } from '../../core/action.ts'
import { createRecord } from '../../core/changes.ts'
import { flag } from '../../model/fields.ts'
import { isWritable } from '../../model/input.ts'
import { EXTERNAL_IDS } from '../../model/keys/external-ids.ts'
import type { AnyRecord } from '../../model/resource.ts'
import type { AnyDocument, DocumentResource } from './document-type.ts'
import { articleOf } from './references/create-from.ts'
import { rulesOf } from './rules-of.ts'

/** A new draft of the same lines, today; what others have taken of the old one does not concern it. */
export const duplicateAction = (resource: DocumentResource): Action =>
  writeAction({
    name: 'duplicate',
    method: 'POST',
    path: '/:id/duplicate',
    summary: `Duplicate ${articleOf(resource.singular)}`,
    description: 'With a date and a number of its own, and prices as they are now.',
    access: 'create',
    status: 201,
    problems: rulesOf(resource).problems ?? [],
    input: resource.document.price
      ? { keepPrices: flag({ default: false, description: 'Keeps prices and tax rates as they were agreed.' }) }
      : {},
    async run(ctx, { id, input }) {
      const document = (await ctx.records.get(resource, id)) as AnyDocument
      const isKept = (input as AnyRecord).keepPrices === true
      const sent = { ...headOf(resource, document, isKept), items: linesOf(resource, document, isKept) }
      return { record: (await createRecord(ctx, resource, rulesOf(resource), sent as never)) as AnyRecord }
    },
  })

/** What a client could have written, but for dates, what names this one document, and what came with its steps. */
function headOf(
  { fields, document: { moves = [] } }: DocumentResource,
  document: AnyDocument,
  isKept: boolean,
): AnyRecord {
  const own = [EXTERNAL_IDS, 'items', ...moves.flatMap(({ asks = [] }) => asks)]
  const copied = Object.entries(fields).filter(
    ([name, field]) =>
      isWritable(field) && !field.options.transient && field.kind.name !== 'date' && !own.includes(name),
  )
  const { taxRounding, pricesIncludeTax } = document
  return {
    ...Object.fromEntries(copied.map(([name]) => [name, document[name]])),
    ...(isKept && { taxRounding, pricesIncludeTax }),
    ...(fields.draft && { draft: true }),
  }
}

const PRICES = ['rate', 'taxRate']

/** An item brings its price; a line without one keeps its own. */
function linesOf({ fields }: DocumentResource, document: AnyDocument, isKept: boolean): AnyRecord[] {
  const written = Object.entries(fields.items!.options.fields!).filter(([, part]) => isWritable(part))
  return (document.items as readonly AnyRecord[]).map((line) => {
    const copied = written.filter(([name]) => isKept || line.item === null || !PRICES.includes(name))
    return Object.fromEntries(copied.map(([name]) => [name, line[name]]))
  })
}
