import { covers, permissionFor } from '../../core/access.ts'
import { type Action, type Context, readAction } from '../../core/action.ts'
import type { Blocker } from '../../core/problem.ts'
import { overlaps } from '../../core/reply/revealed.ts'
import type { Reads } from '../../core/store.ts'
import { choice } from '../../model/fields.ts'
import { LANGUAGES, type Language } from '../../model/languages.ts'
import { msg, recordName } from '../../model/message.ts'
import { partyOf } from '../../model/resource.ts'
import { totalFields } from './document.fields.ts'
import type { AnyDocument, DocumentResource } from './document-type.ts'
import type { PrintedAddress, PrintedDocument } from './pdf/printed-document.ts'
import { wordsIn } from './pdf/words.ts'
import { printedFactsOf } from './printed-facts.ts'
import { printedOf } from './printed-of.ts'

/** Most processes never print. */
const loadPrinter = () => import('./pdf/render.ts')

/** What a type of document prints beyond what every document does. */
export interface Printing {
  parts?(ctx: Context<Reads>, document: AnyDocument, common: PrintedDocument): Promise<Partial<PrintedDocument>>
  /** The fields that these parts are taken from. */
  readonly prints?: readonly string[]
  /** The address of the party, where the document keeps it. */
  address?(document: AnyDocument): PrintedAddress | null | undefined
}

/** Of an action that prints for such a party. */
export const languageQuery = (party: string) => ({
  language: choice(LANGUAGES, { description: `Of the page; otherwise that of the ${party}.` }),
})

export const pdfAction = (resource: DocumentResource, printing: Printing = {}): Action =>
  readAction({
    name: 'pdf',
    method: 'GET',
    path: '/:id/pdf',
    summary: `Get ${/^[aeiou]/.test(resource.singular) ? 'an' : 'a'} ${resource.singular} as PDF`,
    access: 'read',
    status: 200,
    produces: 'application/pdf',
    query: languageQuery(partyOf(resource).singular),
    blocker: (_document, ctx) => partlyHidden(ctx, resource, printing),
    async run(ctx, { id, input }) {
      const document = (await ctx.records.get(resource, id)) as AnyDocument
      const common = await printedOf(ctx, resource, document, {
        address: printing.address?.(document),
        language: (input.language ?? undefined) as Language | undefined,
        hasPrices: seesPrices(ctx),
      })
      const printed = { ...common, ...(await printing.parts?.(ctx, document, common)) }
      const draft = wordsIn(printed.language).draft.toLowerCase()
      return pdfFile(printed, printed.number ?? (printed.isDraft ? draft : document.id))
    },
  })

export async function pdfFile(printed: PrintedDocument, name: string) {
  const { renderPdf } = await loadPrinter()
  return { file: { name: `${name}.pdf`, type: 'application/pdf', content: await renderPdf(printed) } }
}

/** What a page without prices leaves out. */
const PRICES = [
  ...[...Object.keys(totalFields()), 'pricesIncludeTax'],
  ...['rate', 'discount', 'discountAmount', 'amount', 'taxRate', 'taxAmount'].map((part) => `items.${part}`),
]

/** What every page shows beside prices, as far as the document has it. */
const printedBy = (resource: DocumentResource): string[] => [
  resource.document.party.name,
  ...printedFactsOf(resource),
  resource.document.number?.field ?? '',
  ...['status', 'currency', 'notes'],
  ...['kind', 'itemCode', 'itemName', 'description', 'uom', 'quantity'].map((part) => `items.${part}`),
]

/**
 * A role that does not see prices gets a page without any. Another hidden field would leave a page with gaps, so there is
 * none; nor is there one of a document whose other parts tell amounts.
 */
function partlyHidden(
  { actor, permission }: Context<Reads>,
  resource: DocumentResource,
  { parts, prints = [] }: Printing,
): Blocker | undefined {
  const party = partyOf(resource)
  const ofParty = permissionFor(actor, party).hidden ?? []
  const printed = [...printedBy(resource), ...(parts ? PRICES : []), ...prints]
  const hidden =
    ofParty.find((path) => covers([party.title, 'taxId', 'address'], path)) ??
    permission.hidden?.find((path) => printed.some((shown) => overlaps(path, shown)))
  if (!hidden) return undefined
  const message = msg`The page would show the field "${hidden}", which your role may not see. Read the ${recordName(resource)} itself instead.`
  return { code: 'FIELD_NOT_PERMITTED', text: message, details: [{ field: hidden, message }] }
}

const seesPrices = ({ permission }: Context<Reads>) => !permission.hidden?.some((path) => PRICES.includes(path))
