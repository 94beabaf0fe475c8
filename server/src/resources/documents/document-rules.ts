import type { Context, Source } from '../../core/action.ts'
import { type Blocker, refuseBlocked } from '../../core/problem.ts'
import type { Rules } from '../../core/rules.ts'
import { choiceName, msg, recordName, titled } from '../../model/message.ts'
import { currencyDecimals } from '../../model/money.ts'
import type { AnyRecord } from '../../model/resource.ts'
import { items } from '../items/items.resource.ts'
import { businessSettings, dayIn } from '../settings/settings.operations.ts'
import type { AnyDocument, DocumentResource, DocumentType } from './document-type.ts'
import { numberFrom, seriesOf } from './numbering.ts'
import {
  documentTotals,
  INACTIVE_REFERENCE,
  type PricedLine,
  pricedLines,
  refuseInactive,
  refuseUnexpectedTotal,
  TOTAL_MISMATCH,
} from './priced-lines.ts'

/**
 * The next number of a document, taken for good when the transaction is. The date of the document decides the year. Each
 * type of document counts for itself, whatever patterns the others have or had.
 */
export async function nextDocumentNumber(
  ctx: Context,
  resource: DocumentResource,
  date: string,
): Promise<DocumentNumber> {
  const { pattern, setting } = resource.document.number!
  const found = setting === undefined ? pattern! : ((await businessSettings(ctx)) as AnyRecord)[setting]
  const year = date.slice(0, 4)
  const series = `${resource.name} ${seriesOf(found as string, year)}`
  const { number, latestDate } = await ctx.records.nextNumber(series, date)
  return { number: numberFrom(found as string, year, number), latestDate }
}

interface DocumentNumber {
  readonly number: string
  /** Of the documents that have a number of the same series. */
  readonly latestDate: string | null
}

/** The statuses in which a document can be deleted, and the one in which all of it can be changed. */
const DELETABLE: readonly unknown[] = ['draft', 'cancelled']
const DRAFT = 'draft'

export const documentProblems = [INACTIVE_REFERENCE, TOTAL_MISMATCH]

/** The rules of a document type, derived from its declaration alone. */
export const documentRules = (type: DocumentType): Rules => ({
  derive: (document, ctx, before) => deriveDocument(type, ctx, document as AnyDocument, before as AnyDocument),
  problems: documentProblems,
  editable: (document) => ((document as AnyDocument).status === DRAFT ? undefined : ['notes']),
  deletable: { field: 'status', values: DELETABLE as string[] },
  deletionBlocker: (document) => {
    const { status } = document as AnyDocument
    if (DELETABLE.includes(status)) return undefined
    const message = msg`The ${recordName(type.resource)} has the status "${choiceName(status!)}". Cancel it before you delete it.`
    return { code: 'DOCUMENT_LOCKED', text: message, reveals: [`${type.resource.name}.status`] }
  },
  lifecycle: { moves: (type.resource.document.moves ?? []) as never },
})

interface Derivation {
  /** The lines come with their prices, from another document; its party was checked there. */
  readonly isFromAnother?: boolean
}

/** Totals, names, prices and the number: all that a document knows beyond what was sent. */
export async function deriveDocument<D extends AnyDocument>(
  type: DocumentType,
  ctx: Context,
  document: D,
  before: D | undefined,
  { isFromAnother = false }: Derivation = {},
): Promise<Partial<D>> {
  const { resource } = type
  const settings = await businessSettings(ctx)
  const currency = (before ?? settings).currency as string
  const given = document.items as readonly PricedLine[]
  const lines = isFromAnother ? given : await pricedBy(type, ctx, given, linesOf(before), currency)
  const totals = documentTotals(lines)
  refuseUnexpectedTotal(resource, document.expectedTotal as number | null, totals.total, lines)
  const { date, number } = resource.document
  const day = (document[date] as string | null) ?? dayIn(settings.timeZone, ctx.now)
  const derived = {
    ...(await partyCopy(type, ctx, document, before, isFromAnother)),
    ...totals,
    items: lines,
    currency,
    [date]: day,
  }
  if (!number || number.isTakenLate) return derived as AnyRecord as Partial<D>
  const numbered = before?.[number.field] ?? (await nextDocumentNumber(ctx, resource, day)).number
  return { ...derived, [number.field]: numbered } as AnyRecord as Partial<D>
}

const linesOf = (document: AnyDocument | undefined) => (document?.items ?? []) as readonly PricedLine[]

/** Items are looked at again only when the lines name other ones than before. */
async function pricedBy(
  { resource }: DocumentType,
  { records }: Context,
  lines: readonly PricedLine[],
  before: readonly PricedLine[],
  currency: string,
): Promise<PricedLine[]> {
  const known = await records.getMany(items, [...new Set(lines.map(({ item }) => item))])
  if (namesOf(lines) !== namesOf(before)) refuseInactive(lines, known)
  return pricedLines(lines, before, known, { price: resource.document.price!, decimals: currencyDecimals(currency) })
}

const namesOf = (lines: readonly PricedLine[]) => lines.map(({ item }) => item).join()

/** The name and the terms of the party as they are now; they stay as they were when the party changes. */
async function partyCopy(
  type: DocumentType,
  { records }: Context,
  document: AnyDocument,
  before: AnyDocument | undefined,
  mayBeInactive: boolean,
): Promise<AnyRecord> {
  const { resource, party } = type
  const { field, name } = resource.document.party
  if (before && before[field] === document[field]) return {}
  const found = (await records.get(party, document[field] as string)) as AnyRecord
  if (!mayBeInactive) refuseBlocked(inactiveParty(type, found))
  const terms = document.paymentTerms ?? found.paymentTerms ?? null
  return { [name]: found[party.title], ...('paymentTerms' in resource.fields && { paymentTerms: terms }) }
}

/** Why no new document can be created for a party. */
function inactiveParty({ resource, party }: DocumentType, found: AnyRecord): Blocker | undefined {
  if (found.isActive !== false) return undefined
  const { field } = resource.document.party
  const message = msg`${titled(party)} ${String(found[party.title])} is inactive. Activate the ${recordName(party)} or choose another one.`
  const reveals = [`${party.name}.isActive`, `${party.name}.${party.title}`]
  return { code: INACTIVE_REFERENCE, text: message, details: [{ field, message }], reveals }
}

/** A document is created from its party: a customer tells whether an order can be entered for it. */
export const partySource = (type: DocumentType): Source => ({
  resource: type.party,
  field: type.resource.document.party.field,
  blocker: (found: AnyRecord) => inactiveParty(type, found),
})
