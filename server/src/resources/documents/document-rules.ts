import type { Context, Source } from '../../core/action.ts'
import { type Guard, type Lifecycle, type Move, type StatusOf, statusOf } from '../../core/lifecycle.ts'
import { type Blocker, refuseBlocked } from '../../core/problem.ts'
import type { Rules } from '../../core/rules.ts'
import type { DeclaredMove, DocumentSource } from '../../model/document.ts'
import { choiceName, type Message, msg, recordName, titled } from '../../model/message.ts'
import { currencyDecimals, type TaxRounding, type Totals, taxBreakdown } from '../../model/money.ts'
import { type AnyRecord, partyOf, type Resource, type Row, resourceNamed } from '../../model/resource.ts'
import { statusesIn } from '../../model/stage.ts'
import { INSUFFICIENT_STOCK } from '../items/items.operations.ts'
import { items } from '../items/items.resource.ts'
import { businessSettings, dayIn, patternOf } from '../settings/settings.operations.ts'
import { changeStock, stockOf } from './document-stock.ts'
import type { AnyDocument, DocumentResource, OpenItemResource } from './document-type.ts'
import { numberFrom, seriesOf } from './numbering.ts'
import { withOverdue } from './open-items/open-item-rules.ts'
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
  const pattern = patternOf(await businessSettings(ctx), resource)
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

export const documentProblems = [INACTIVE_REFERENCE, TOTAL_MISMATCH]

/** What a type of document says of itself. A rule that is one of `Rules` takes the place of the usual one. */
export interface OwnRules<R extends DocumentResource> extends Omit<Rules<R>, 'lifecycle'> {
  /** What follows beside what follows for every document, from what was sent and from that. */
  adds?(document: Row<R>, usual: Derived<R>): Partial<Row<R>>
  /** What may still be changed in one that is no draft any more; if not given: its notes. */
  editableLater?(document: Row<R>): readonly string[]
  /** Why one that is neither a draft nor called off cannot be deleted, in better words than the usual ones. */
  keptBecause?(document: Row<R>): Message
  /** What must be true for a declared move, and what else it does, by the status that it leads to. */
  readonly guards?: { readonly [S in StatusOf<R>]?: readonly Guard<R>[] }
  readonly effects?: { readonly [S in StatusOf<R>]?: NonNullable<Move<R>['effect']> }
  /** With moves of its own, it declares none. */
  readonly lifecycle?: Partial<Lifecycle<R>>
}

/** The rules of a document type: those that follow from its declaration, and its own. */
export function documentRules<R extends DocumentResource>(resource: R, own: OwnRules<R> = {}): Rules<R> {
  const { adds, editableLater, keptBecause, guards, effects, lifecycle, ...rules } = own
  const derive: NonNullable<Rules<R>['derive']> = (document, ctx, before) =>
    deriveDocument(resource, ctx, document, before)
  const all: Rules<R> = {
    derive: adds
      ? async (document, ctx, before) => {
          const usual = await deriveDocument(resource, ctx, document, before)
          return { ...usual, ...adds(document, usual) }
        }
      : derive,
    problems: documentProblems,
    ...(resource.document.source && { lock: lockerOf(resource, resource.document.source) }),
    ...(resource.document.statuses && statusRules(resource, own)),
    ...rules,
    ...(resource.document.price && { compute: withTaxes(rules.compute) }),
  }
  const due = resource.document.openItem?.isDue ? withOverdue(all) : all
  return stockOf(resource) ? withStock(resource, due) : due
}

/** Whatever creates, changes, moves or deletes a document also changes the stock, as it declares. */
function withStock<R extends DocumentResource>(resource: R, rules: Rules<R>): Rules<R> {
  const { changed, lifecycle, problems = [] } = rules
  const rule = stockOf(resource)!
  const refuses = rule.moves === 'reserve' ? [] : [INSUFFICIENT_STOCK]
  const counts = (document: Row<R> | undefined) =>
    document !== undefined && (!rule.statuses || rule.statuses.includes(statusOf(document)))
  return {
    ...rules,
    ...(lifecycle
      ? { lifecycle: { ...lifecycle, problems: [...(lifecycle.problems ?? []), ...refuses] } }
      : { problems: [...refuses, ...problems] }),
    async changed(ctx, change) {
      await changed?.(ctx, change)
      if (counts(change.before) || counts(change.after)) await changeStock(ctx, resource, change)
    },
  }
}

/** The tax of each rate follows from the lines, which come with every record. */
const withTaxes =
  <R extends Resource>(compute: Rules<R>['compute']): NonNullable<Rules<R>['compute']> =>
  async (ctx, documents) => {
    const own = await compute?.(ctx, documents)
    return documents.map((document, index): Partial<Row<R>> => {
      const taxes = { taxBreakdown: taxBreakdown(linesOf(document as AnyRecord as AnyDocument)) }
      return { ...own?.[index], ...taxes } as AnyRecord as Partial<Row<R>>
    })
  }

/** The document that another is made from is locked before it. */
const lockerOf =
  (resource: DocumentResource, source: DocumentSource): NonNullable<Rules['lock']> =>
  async ({ records }, { id, input }) => {
    const document = id === undefined ? input : ((await records.get(resource, id)) as AnyRecord)
    const from = document[source.field] as string | null | undefined
    if (from) await records.lock(resourceNamed(source.resource)!, from)
  }

/** What of a document can be changed and deleted follows from how far it has come. */
function statusRules<R extends DocumentResource>(
  resource: R,
  { editableLater = () => ['notes'], keptBecause, guards, effects, lifecycle }: OwnRules<R>,
): Rules<R> {
  const { statuses = {}, moves = [] } = resource.document
  const deletable = statusesIn(statuses, 'draft', 'stopped')
  const because = (status: string) =>
    msg`The ${recordName(resource)} has the status "${choiceName(status)}". Cancel it before you delete it.`
  const withConditions = (move: DeclaredMove): Move<R> => {
    const to = move.to as StatusOf<R>
    return {
      ...move,
      ...(guards?.[to] && { guards: guards[to] }),
      ...(effects?.[to] && { effect: effects[to] }),
    } as never
  }
  return {
    editable: (document) => (statuses[statusOf(document)] === 'draft' ? undefined : editableLater(document)),
    deletable: { field: 'status', values: deletable },
    deletionBlocker: (document) => {
      const status = statusOf(document)
      if (deletable.includes(status)) return undefined
      const text = keptBecause?.(document) ?? because(status)
      return { code: 'DOCUMENT_LOCKED', text, reveals: [`${resource.name}.status`] }
    },
    lifecycle: { moves: moves.map(withConditions), ...lifecycle },
  }
}

/** What follows for every document with prices. */
type Derived<R extends Resource> = Partial<Row<R>> &
  Pick<Row<R>, keyof Row<R> & ('items' | 'currency' | 'taxRounding' | keyof Totals)>

interface Derivation {
  /** The lines come with their prices, from another document; its party was checked there. */
  readonly isFromAnother?: boolean
}

/** Totals, names, prices and the number: all that a document knows beyond what was sent. */
export async function deriveDocument<R extends DocumentResource>(
  resource: R,
  ctx: Context,
  sent: Row<R>,
  was: Row<R> | undefined,
  { isFromAnother = false }: Derivation = {},
): Promise<Derived<R>> {
  const [document, before] = [sent as AnyDocument, was as AnyDocument | undefined]
  const settings = await businessSettings(ctx)
  const currency = (before ?? settings).currency as string
  const taxRounding = (document.taxRounding ?? settings.taxRounding) as TaxRounding
  const { party, date, number } = resource.document
  const day = (document[date] as string | null) ?? dayIn(settings.timeZone, ctx.now)
  const given = document.items as readonly PricedLine[]
  const pricing = {
    document: resource,
    party: document[party.field] as string,
    date: day,
    decimals: currencyDecimals(currency),
    taxRounding,
  }
  const lines = isFromAnother ? given : await pricedBy(ctx, given, linesOf(before), pricing)
  const totals = documentTotals(lines)
  refuseUnexpectedTotal(resource, document.expectedTotal as number | null, totals.total, lines)
  const derived = {
    ...(await partyCopy(resource, ctx, document, before, isFromAnother)),
    ...totals,
    items: lines,
    currency,
    taxRounding,
    [date]: day,
    ...(resource.document.openItem && settlementOf(resource as OpenItemResource, { ...document, ...totals })),
  }
  if (!number || number.isTakenLate) return derived as AnyRecord as Derived<R>
  const numbered = before?.[number.field] ?? (await nextDocumentNumber(ctx, resource, day)).number
  return { ...derived, [number.field]: numbered } as AnyRecord as Derived<R>
}

const linesOf = (document: AnyDocument | undefined) => (document?.items ?? []) as readonly PricedLine[]

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
  return { [name]: found[party.title], ...('paymentTerms' in resource.fields && { paymentTerms: terms }) }
}

/** Why no new document can be created for a party. */
function inactiveParty(resource: DocumentResource, found: AnyRecord): Blocker | undefined {
  if (found.isActive !== false) return undefined
  const party = partyOf(resource)
  const { field } = resource.document.party
  const message = msg`${titled(party)} ${String(found[party.title])} is inactive. Activate the ${recordName(party)} or choose another one.`
  const reveals = [`${party.name}.isActive`, `${party.name}.${party.title}`]
  return { code: INACTIVE_REFERENCE, text: message, details: [{ field, message }], reveals }
}

/** A document is created from its party: a customer tells whether an order can be entered for it. */
export const partySource = (resource: DocumentResource): Source => ({
  resource: partyOf(resource),
  field: resource.document.party.field,
  blocker: (found: AnyRecord) => inactiveParty(resource, found),
})
