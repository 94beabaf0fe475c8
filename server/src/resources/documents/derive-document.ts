import type { Context, Source } from '../../core/action.ts'
import { statusOf } from '../../core/lifecycle.ts'
import { type Blocker, refuseBlocked } from '../../core/problem.ts'
import type { Change, Rules } from '../../core/rules.ts'
import { msg, recordName, titled, toldOf } from '../../model/message.ts'
import { currencyDecimals, type Taxation, type Totals, taxBreakdown } from '../../model/money.ts'
import { type AnyRecord, partyOf, type Resource, type Row, resourceNamed } from '../../model/resource.ts'
import { INSUFFICIENT_STOCK } from '../items/items.operations.ts'
import { items } from '../items/items.resource.ts'
import { businessSettings, dayIn, patternOf } from '../settings/settings.operations.ts'
import type { Settings } from '../settings/settings.resource.ts'
import { changeStock, stockOf } from './document-stock.ts'
import type { AnyDocument, DocumentResource, OpenItemResource } from './document-type.ts'
import { numberFrom, seriesOf } from './numbering.ts'
import { settlementOf } from './open-items/settlement.ts'
import {
  documentTotals,
  INACTIVE_REFERENCE,
  type PricedLine,
  type Pricing,
  pricedLines,
  refuseInactive,
  refuseMisplaced,
  refuseUnexpectedTotal,
} from './priced-lines.ts'
import { takenFromOriginal, withSentPrices } from './references/from-source.ts'
import { noteSources } from './references/note-sources.ts'
import { type Origin, originOf } from './references/origins.ts'
import { progressOf } from './references/progress.ts'
import { foretellingStock } from './stock-guards.ts'

/**
 * The next number of a document, taken for good when the transaction is. The date of the document decides the year. Each
 * type of document counts for itself, whatever patterns the others have or had.
 */
export async function nextDocumentNumber(
  ctx: Context,
  resource: DocumentResource,
  date: string,
  settings?: Settings,
): Promise<DocumentNumber> {
  const pattern = patternOf(settings ?? (await businessSettings(ctx)), resource)
  const year = date.slice(0, 4)
  const series = `${resource.name} ${seriesOf(pattern, year)}`
  const { number, latestDate } = await ctx.records.nextNumber(series, date)
  return { number: numberFrom(pattern, year, number), latestDate }
}

interface DocumentNumber {
  readonly number: string
  /** Of the documents that have a number of the same series. */
  readonly latestDate: string | null
}

/** What a type of document derives beside what follows for every document. */
export interface OwnDerivation<R extends DocumentResource> {
  /** What follows beside what follows for every document, from what was sent and from that. */
  adds?(
    document: Row<R>,
    usual: Derived<R>,
    ctx: Context,
    before: Row<R> | undefined,
  ): Partial<Row<R>> | Promise<Partial<Row<R>>>
  /** Whether the lines of a new one come with their prices, although it has no original. */
  isPriced?(document: Row<R>): boolean
}

/** What a type of document derives. */
export const deriving =
  <R extends DocumentResource>(resource: R, { adds, isPriced }: OwnDerivation<R>): NonNullable<Rules<R>['derive']> =>
  async (sent, ctx, before) => {
    const [given, was] = [sent as AnyDocument, before as AnyDocument | undefined]
    const origin = isMade(resource, given) ? originOf(resource, given) : undefined
    const document = origin ? await fromOriginal(ctx, resource, origin, given, was) : given
    const isBound = origin !== undefined && !(was && origin.source.isLoose)
    const isFromAnother = isBound || (!before && isPriced?.(sent) === true)
    const usual = await deriveDocument<R>(resource, ctx, document, was, { isFromAnother })
    const lines = (usual.items ?? document.items) as readonly AnyRecord[]
    const derived = {
      ...(document !== given && document),
      ...usual,
      ...(resource.document.progress && progressOf(resource.document, lines)),
    } as Derived<R>
    return adds ? { ...derived, ...(await adds(document as Row<R>, derived, ctx, before)) } : derived
  }

async function fromOriginal(
  ctx: Context,
  resource: DocumentResource,
  origin: Origin,
  sent: AnyDocument,
  before: AnyDocument | undefined,
): Promise<AnyDocument> {
  if (!before) return (await takenFromOriginal(ctx, resource, origin, sent)) as AnyDocument
  if (origin.source.isLoose) return withoutReplaced(origin, sent, before)
  return (await withSentPrices(ctx, resource, sent, before)) as AnyDocument
}

/** A line that names another item now takes nothing of the original any more. */
function withoutReplaced({ source }: Origin, sent: AnyDocument, before: AnyDocument): AnyDocument {
  const known = new Map(linesOf(before).map(({ id, item }) => [id, item]))
  const isReplaced = ({ id, item }: PricedLine) => known.has(id) && known.get(id) !== item
  return { ...sent, items: linesOf(sent).map((line) => (isReplaced(line) ? { ...line, [source.line]: null } : line)) }
}

/** What follows for every document. */
export type Derived<R extends Resource> = Partial<Row<R>> &
  Pick<Row<R>, keyof Row<R> & ('items' | 'currency' | keyof Taxation | keyof Totals)>

interface Derivation {
  /** The lines come with their prices, from another document; its party was checked there. */
  readonly isFromAnother?: boolean
}

/** Totals, names, prices and the number: all that a document knows beyond what was sent. */
async function deriveDocument<R extends DocumentResource>(
  resource: R,
  ctx: Context,
  document: AnyDocument,
  before: AnyDocument | undefined,
  { isFromAnother = false }: Derivation = {},
): Promise<Derived<R>> {
  const settings = await businessSettings(ctx)
  const { date, number, price } = resource.document
  const day = (document[date] as string | null) ?? dayIn(settings.timeZone, ctx.now)
  const derived = {
    ...(price && (await amountsOf(resource, ctx, { ...document, [date]: day }, before, { settings, isFromAnother }))),
    ...(await partyCopy(resource, ctx, document, before, isFromAnother)),
    [date]: day,
  }
  if (!number || number.isTakenLate) return derived as AnyRecord as Derived<R>
  const numbered = before?.[number.field] ?? (await nextDocumentNumber(ctx, resource, day, settings)).number
  return { ...derived, [number.field]: numbered } as AnyRecord as Derived<R>
}

/** The lines with their prices, and what they come to. */
async function amountsOf(
  resource: DocumentResource,
  ctx: Context,
  document: AnyDocument,
  before: AnyDocument | undefined,
  { settings, isFromAnother }: { readonly settings: Settings; readonly isFromAnother: boolean },
): Promise<AnyRecord> {
  const currency = (before ?? settings).currency as string
  const taxation = {
    taxRounding: document.taxRounding ?? settings.taxRounding,
    pricesIncludeTax: document.pricesIncludeTax ?? settings.pricesIncludeTax,
  } as Taxation
  const { party, date } = resource.document
  const pricing = {
    document: resource,
    party: document[party.field] as string,
    date: document[date] as string,
    decimals: currencyDecimals(currency),
    ...taxation,
  }
  const given = document.items as readonly PricedLine[]
  const lines = isFromAnother ? given : await pricedBy(ctx, given, linesOf(before), pricing)
  const totals = documentTotals(lines)
  refuseUnexpectedTotal(resource, document.expectedTotal as number | null, totals.total, lines)
  const settled = resource.document.openItem && settlementOf(resource as OpenItemResource, { ...document, ...totals })
  return { ...totals, items: lines, currency, ...taxation, ...settled }
}

const linesOf = (document: AnyDocument | undefined) => (document?.items ?? []) as readonly PricedLine[]

/** Whether it is made from another document. */
const isMade = ({ document: { sources } }: DocumentResource, document: AnyRecord | undefined): boolean =>
  document !== undefined && sources?.some(({ field }) => (document[field] ?? null) !== null) === true

/** The original of a document stands before it in every request, and says what was taken of it. */
export const withOriginals = <R extends DocumentResource>(
  resource: R,
  own: Rules<R>,
): Pick<Rules<R>, 'lock' | 'changed'> => ({
  async lock(ctx, target) {
    const { records } = ctx
    // What settles open items is locked before them, and they all in one order when it is known which ones.
    if (resource.allocating && target.id !== undefined) return
    const known = (target.id === undefined ? target.input : await records.get(resource, target.id)) as AnyRecord
    for (const { field, resource: original } of resource.document.sources!)
      if (known[field]) await records.lock(resourceNamed(original)!, known[field] as string)
    await own.lock?.(ctx, target)
  },
  async changed(ctx, change) {
    const { before, after } = change as Change as { readonly before?: AnyRecord; readonly after?: AnyRecord }
    if (isMade(resource, before) || isMade(resource, after)) await noteSources(ctx, resource, change as never)
    await own.changed?.(ctx, change)
  },
})

/** Whatever creates, changes, moves or deletes a document also changes the stock, as it declares. */
export function withStock<R extends DocumentResource>(resource: R, rules: Rules<R>): Rules<R> {
  const { changed, lifecycle, problems = [] } = rules
  const rule = stockOf(resource)!
  const counts = (document: Row<R> | undefined) =>
    document !== undefined && (!rule.statuses || rule.statuses.includes(statusOf(document)))
  return {
    ...rules,
    ...(rule.moves !== 'reserve' &&
      (lifecycle ? { lifecycle: foretellingStock(rule, lifecycle) } : { problems: [INSUFFICIENT_STOCK, ...problems] })),
    async changed(ctx, change) {
      await changed?.(ctx, change)
      if (counts(change.before) || counts(change.after)) await changeStock(ctx, resource, change)
    },
  }
}

/** The tax of each rate follows from the lines, which come with every record. */
export const withTaxes =
  <R extends Resource>(compute: Rules<R>['compute']): NonNullable<Rules<R>['compute']> =>
  async (ctx, documents) => {
    const own = await compute?.(ctx, documents)
    return documents.map((document, index): Partial<Row<R>> => {
      const taxes = { taxBreakdown: taxBreakdown(linesOf(document as AnyRecord as AnyDocument)) }
      return { ...own?.[index], ...taxes } as AnyRecord as Partial<Row<R>>
    })
  }

/** Items are looked at again only when the lines name other ones than before. */
async function pricedBy(
  { records }: Context,
  lines: readonly PricedLine[],
  before: readonly PricedLine[],
  pricing: Pricing,
): Promise<PricedLine[]> {
  refuseMisplaced(lines)
  const known = await records.getMany(items, [...new Set(lines.flatMap(({ item }) => item ?? []))])
  if (namesOf(lines) !== namesOf(before)) refuseInactive(lines, known)
  return pricedLines(lines, before, known, pricing)
}

const namesOf = (lines: readonly PricedLine[]) => lines.map(({ item }) => item).join()

/** The name and the terms of the party as they are now; they stay as they were when the party changes. */
async function partyCopy(
  resource: DocumentResource,
  { records }: Context,
  document: AnyDocument,
  before: AnyDocument | undefined,
  mayBeInactive: boolean,
): Promise<AnyRecord> {
  const { field, name } = resource.document.party
  if (before && before[field] === document[field]) return {}
  const party = partyOf(resource)
  const found = (await records.get(party, document[field] as string)) as AnyRecord
  if (!mayBeInactive) refuseBlocked(inactiveParty(resource, found))
  const terms = document.paymentTerms ?? found.paymentTerms ?? null
  return {
    [name]: (before ? null : (document[name] as string | null)) ?? found[party.title],
    ...('paymentTerms' in resource.fields && { paymentTerms: terms }),
  }
}

/** Why no new document can be created for a party. */
function inactiveParty(resource: DocumentResource, found: AnyRecord): Blocker | undefined {
  if (found.isActive !== false) return undefined
  const party = partyOf(resource)
  const { field } = resource.document.party
  const told = toldOf(party, found)
  const message = msg`${titled(party)} ${told(party.title)} is inactive. Activate the ${recordName(party)} or choose another one.`
  return { code: INACTIVE_REFERENCE, text: message, details: [{ field, message }], reveals: [`${party.name}.isActive`] }
}

/** A document is created from its party: a customer tells whether an order can be entered for it. */
export const partySource = (resource: DocumentResource): Source => ({
  resource: partyOf(resource),
  field: resource.document.party.field,
  blocker: (found: AnyRecord) => inactiveParty(resource, found),
})
