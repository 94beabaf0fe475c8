import type { Context } from '../../../core/action.ts'
import { refuseBlocked } from '../../../core/problem.ts'
import { emptyParts } from '../../../model/input.ts'
import { onceFor } from '../../../model/memo.ts'
import type { AnyRecord } from '../../../model/resource.ts'
import type { AnyDocument, DocumentResource } from '../document-type.ts'
import { type Origin, originOf } from './origins.ts'
import { type Pick, pickLines, type RequestedLine, type SourceLine } from './pick-lines.ts'
import { namesOfTakers, nothingLeft, pickingFrom, statusBlocker } from './refusals.ts'
import { charged, type Part, type Prices, shareOf, sharesOf } from './shares.ts'

type OriginalLine = SourceLine & AnyRecord

/** Parts add up to the whole only if both are taxed alike. */
const TAXATION = ['taxRounding', 'pricesIncludeTax']

/** What a new document says of its original: its party, its terms, and the lines that were asked for, or all that is left. */
export async function takenFromOriginal(
  ctx: Context,
  taker: DocumentResource,
  origin: Origin,
  sent: AnyRecord,
): Promise<AnyRecord> {
  const { source, resource } = origin
  const original = (await ctx.records.lock(resource, sent[source.field] as string)) as AnyDocument
  refuseBlocked(statusBlocker(origin, original))
  const asked = sent.items as readonly (RequestedLine & AnyRecord)[]
  const requested = asked.map((line) => ({ ...line, line: line[source.line] as string | null }))
  const picks = pickLines(original.items as OriginalLine[], requested, pickingFrom(taker, origin, original) as never)
  if (picks.length === 0) throw nothingLeft(taker, origin, original, await namesOfTakers(ctx, origin, original))
  const copies = [taker.document.party.field, ...(taker.document.price ? TAXATION : []), ...(source.copies ?? [])]
  const missing = copies.filter((copied) => (sent[copied] ?? null) === null)
  const prices = new Map(asked.filter(({ rate }) => typeof rate === 'number').map((line) => [line[source.line], line]))
  return {
    ...sent,
    ...Object.fromEntries(missing.map((copied) => [copied, original[copied]])),
    items: takenLines(taker, origin, original, picks, (line) => prices.get(line.id) ?? line),
  }
}

/** What a line has before anything is known of it. */
const emptyLine = onceFor(emptyParts)

/** What is not copied from the line of the original: it is about that document, or follows from what is taken. */
const OWN = ['id', 'quantity', 'discountAmount', 'amount', 'taxAmount']

/** New lines for parts of those of the original, at its prices or at others. */
function takenLines(
  { document, fields }: DocumentResource,
  { source, progress }: Origin,
  original: AnyDocument,
  picks: readonly Pick<OriginalLine>[],
  pricesOf: (line: OriginalLine) => AnyRecord,
): AnyRecord[] {
  const own = fields.items!.options.fields!
  const ofOriginal = new Set([...OWN, progress.line, ...Object.values(progress.amounts ?? {})])
  const all = Object.hasOwn(own, 'kind') ? withStructure(original.items as OriginalLine[], picks) : picks
  const lines = all.map(({ line, quantity }) => {
    const copied = Object.entries(line).filter(([name]) => Object.hasOwn(own, name) && !ofOriginal.has(name))
    return { ...emptyLine(own), ...Object.fromEntries(copied), [source.line]: line.id, quantity }
  })
  if (!document.price) return lines
  const shares = sharesOf(original as never, all, progress)
  const parts = lines.map((line, index) => {
    const agreed = all[index]!.line as unknown as Prices
    const { rate, discount, taxRate } = pricesOf(all[index]!.line) as unknown as Prices
    return { line: { ...line, rate, discount, taxRate }, agreed, share: shares[index]! }
  })
  return charged(parts, source, original as never)
}

/** Headings, texts and subtotals go with the lines of their section: from one heading to the next. */
function withStructure(
  lines: readonly OriginalLine[],
  picks: readonly Pick<OriginalLine>[],
): readonly Pick<OriginalLine>[] {
  if (lines.every(({ kind }) => kind === 'item')) return picks
  const picked = new Map(picks.map((pick) => [pick.line, pick]))
  const sections: OriginalLine[][] = []
  for (const line of lines) {
    if (line.kind === 'heading' || sections.length === 0) sections.push([line])
    else sections.at(-1)!.push(line)
  }
  return sections
    .filter((section) => section.some((line) => picked.has(line)))
    .flatMap((section) =>
      section.flatMap((line) => (line.kind === 'item' ? (picked.get(line) ?? []) : { line, quantity: 0 })),
    )
}

/** The lines of a draft with the prices that were sent. Which lines there are, and how much of each, the original decides. */
export async function withSentPrices(
  { records }: Context,
  taker: DocumentResource,
  sent: AnyRecord,
  before: AnyRecord,
): Promise<AnyRecord> {
  const origin = originOf(taker, sent)
  if (!origin || !taker.document.price || pricesIn(sent.items) === pricesIn(before.items)) return sent
  const { source, resource } = origin
  const original = (await records.get(resource, sent[source.field] as string)) as AnyDocument
  const agreed = new Map((original.items as AnyRecord[]).map((line) => [line.id, line]))
  const known = new Map((before.items as AnyRecord[]).map((line) => [line.id, line]))
  const parts = (sent.items as AnyRecord[]).flatMap((line): Part[] => {
    const old = known.get(line.id)
    const prices = agreed.get(old?.[source.line])
    if (!old || !prices) return []
    const terms = { ...line, rate: line.rate ?? old.rate, taxRate: line.taxRate ?? old.taxRate }
    return [
      { line: terms as unknown as Part['line'], agreed: prices as unknown as Prices, share: shareOf(source, old) },
    ]
  })
  // Other lines than those of the original are refused.
  const isSame = parts.length === (sent.items as AnyRecord[]).length
  return isSame ? { ...sent, items: charged(parts, source, original as never) } : sent
}

const pricesIn = (lines: unknown) =>
  (lines as readonly AnyRecord[])
    .map(({ id, rate, discount, taxRate }) => [id, rate, discount, taxRate].join())
    .join(';')
