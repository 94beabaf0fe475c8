import { covers, maySee, permissionFor } from '../../core/access.ts'
import { type Action, type Context, readAction } from '../../core/action.ts'
import type { Blocker } from '../../core/problem.ts'
import { overlaps } from '../../core/revealed.ts'
import type { Reads } from '../../core/store.ts'
import { msg, recordName } from '../../model/message.ts'
import { type AnyRecord, titleOf } from '../../model/resource.ts'
import { businessSettings } from '../settings/settings.operations.ts'
import { totalFields } from './document.fields.ts'
import type { AnyDocument, DocumentType } from './document-type.ts'
import { dateText, oneLine, paragraph } from './pdf/formats.ts'
import type { PrintedAddress, PrintedDocument, PrintedLine, PrintedSums } from './pdf/printed-document.ts'

/** Most processes never print. */
const loadPrinter = () => import('./pdf/render.ts')

/** What a type of document prints beyond what every document does. */
export interface Printing {
  parts?(ctx: Context<Reads>, document: AnyDocument): Promise<Partial<PrintedDocument>>
  /** The fields that these parts are taken from. */
  readonly prints?: readonly string[]
  /** The address of the party, where the document keeps it. */
  address?(document: AnyDocument): PrintedAddress | null | undefined
}

export const pdfAction = (type: DocumentType, printing: Printing = {}): Action =>
  readAction({
    name: 'pdf',
    method: 'GET',
    path: '/:id/pdf',
    summary: `Get ${/^[aeiou]/.test(type.resource.singular) ? 'an' : 'a'} ${type.resource.singular} as PDF`,
    access: 'read',
    status: 200,
    produces: 'application/pdf',
    blocker: (_document, ctx) => partlyHidden(ctx, type, printing),
    async run(ctx, { id }) {
      const document = (await ctx.records.get(type.resource, id)) as AnyDocument
      const printed = {
        ...(await printedOf(ctx, type, document, printing)),
        ...(await printing.parts?.(ctx, document)),
      }
      const { renderPdf } = await loadPrinter()
      const content = await renderPdf(printed)
      const name = printed.number ?? (printed.isDraft ? 'draft' : document.id)
      return { file: { name: `${name}.pdf`, type: 'application/pdf', content } }
    },
  })

/** What a page without prices leaves out. */
const PRICES = [
  ...Object.keys(totalFields()),
  ...['rate', 'discount', 'discountAmount', 'amount', 'taxRate', 'taxAmount'].map((part) => `items.${part}`),
]

/** What every page shows beside prices, as far as the document has it. */
const printedBy = ({ document: { party, number, date } }: DocumentType['resource']): string[] => [
  party.name,
  date,
  ...(number ? [number.field] : []),
  ...['status', 'currency', 'deliveryDate', 'paymentTerms', 'orderNumber', 'notes'],
  ...['itemCode', 'itemName', 'uom', 'quantity'].map((part) => `items.${part}`),
]

/**
 * A role that does not see prices gets a page without any. Another hidden field would leave a page with gaps, so there is
 * none; nor is there one of a document whose other parts tell amounts.
 */
function partlyHidden(
  { actor, permission }: Context<Reads>,
  { resource, party }: DocumentType,
  { parts, prints = [] }: Printing,
): Blocker | undefined {
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

async function printedOf(
  ctx: Context<Reads>,
  { resource, party }: DocumentType,
  document: AnyDocument,
  { address }: Printing,
): Promise<PrintedDocument> {
  const { companyName, currency, ...company } = await businessSettings(ctx)
  const { document: spec } = resource
  const found = (await ctx.records.get(party, document[spec.party.field] as string)) as AnyRecord
  const seesParty = maySee(ctx.actor, party, found as { createdBy: string | null })
  return {
    company: { ...company, name: companyName },
    party: {
      name: document[spec.party.name] as string,
      taxId: seesParty ? ((found.taxId ?? null) as string | null) : null,
      address: address?.(document) ?? (seesParty ? ((found.address ?? null) as PrintedAddress | null) : null),
    },
    partyLabel: titleOf(party.singular),
    kind: spec.printed!,
    number: spec.number ? (document[spec.number.field] as string | null) : null,
    isDraft: document.status === 'draft',
    ...(document.status === 'cancelled' && { mark: 'cancelled' as const }),
    date: document[spec.date] as string,
    currency: (document.currency ?? currency) as string,
    facts: factsOf(document, spec.date),
    lines: document.items as readonly PrintedLine[],
    sums: spec.price && seesPrices(ctx) ? (document as AnyRecord as unknown as PrintedSums) : null,
    remarks: [{ title: 'Notes', text: paragraph(document.notes as string | null) }],
  }
}

/** "orderDate" is printed as "Order date". */
const labelOf = (field: string) => titleOf(field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))

function factsOf(document: AnyDocument, date: string): PrintedDocument['facts'] {
  const dates = [...new Set([date, 'deliveryDate'])].map((field) => {
    const day = document[field] as string | null | undefined
    return { name: labelOf(field), text: day ? dateText(day) : '' }
  })
  return [
    ...dates,
    { name: 'Payment terms', text: oneLine((document.paymentTerms ?? null) as string | null) },
    { name: 'Order', text: oneLine((document.salesOrder ? document.orderNumber : null) as string | null) },
  ]
}
