import { maySee } from '../../core/access.ts'
import type { Context } from '../../core/action.ts'
import type { Reads } from '../../core/store.ts'
import type { Language } from '../../model/languages.ts'
import { type AnyRecord, partyOf, titleOf } from '../../model/resource.ts'
import { LOGO_ID, logos } from '../settings/logo/logos.resource.ts'
import { businessSettings } from '../settings/settings.operations.ts'
import type { Settings } from '../settings/settings.resource.ts'
import { type AnyDocument, type DocumentResource, stageOf } from './document-type.ts'
import { paragraph } from './pdf/formats.ts'
import type { PrintedAddress, PrintedDocument, PrintedLine, PrintedSums } from './pdf/printed-document.ts'
import { wordsIn } from './pdf/words.ts'
import { factsOf, sourceNumber } from './printed-facts.ts'

interface Wanted {
  /** The address of the party, where the document keeps it. */
  readonly address: PrintedAddress | null | undefined
  /** Left out: that of the party, or else of the settings. */
  readonly language: Language | undefined
  readonly hasPrices: boolean
}

/** The company and its paper. They are on every page, also for a user who may not read the settings. */
export async function paperOf({ records }: Context<Reads>, { companyName, letterhead, logo, ...company }: Settings) {
  const picture = logo ? await records.find(logos, { id: LOGO_ID }) : undefined
  const { address, taxId, email, phone } = company
  return {
    company: { name: companyName, address, taxId, email, phone },
    letterhead: { ...letterhead, logo: picture ? { type: picture.type, content: picture.content } : null },
  }
}

/** What every document prints. */
export async function printedOf(
  ctx: Context<Reads>,
  resource: DocumentResource,
  document: AnyDocument,
  wanted: Wanted,
): Promise<PrintedDocument> {
  const settings = await businessSettings(ctx)
  const { document: spec } = resource
  const party = partyOf(resource)
  const stage = stageOf(resource, document.status)
  const found = (await ctx.records.get(party, document[spec.party.field] as string)) as AnyRecord
  const seesParty = maySee(ctx.actor, party, found as { createdBy: string | null })
  const language = wanted.language ?? ((found.language ?? settings.documentLanguage) as Language)
  const words = wordsIn(language)
  const source = await sourceNumber(ctx, resource, document)
  return {
    ...(await paperOf(ctx, settings)),
    language,
    party: {
      name: document[spec.party.name] as string,
      taxId: seesParty ? ((found.taxId ?? null) as string | null) : null,
      address: wanted.address ?? (seesParty ? ((found.address ?? null) as PrintedAddress | null) : null),
    },
    partyLabel: words.parties[party.singular] ?? titleOf(party.singular),
    kind: spec.printed![language],
    number: spec.number ? (document[spec.number.field] as string | null) : null,
    isDraft: stage === 'draft',
    ...(stage === 'stopped' && { mark: 'stopped' as const }),
    date: document[spec.date] as string,
    currency: (document.currency ?? settings.currency) as string,
    source,
    facts: factsOf(resource, document, source, language),
    lines: document.items as readonly PrintedLine[],
    pricesIncludeTax: document.pricesIncludeTax === true,
    sums: spec.price && wanted.hasPrices ? (document as AnyRecord as unknown as PrintedSums) : null,
    remarks: [{ title: words.notes, text: paragraph(document.notes as string | null) }],
  }
}
