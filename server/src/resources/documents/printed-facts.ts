import { mayKnow, maySee } from '../../core/access.ts'
import type { Context } from '../../core/action.ts'
import type { Reads } from '../../core/store.ts'
import { kinds } from '../../model/kinds/index.ts'
import type { Language } from '../../model/languages.ts'
import { type AnyRecord, isKept, resourceNamed, titleOf } from '../../model/resource.ts'
import { isReceived } from '../../model/traits.ts'
import { type AnyDocument, type DocumentResource, isDocument } from './document-type.ts'
import { formatsIn, oneLine } from './pdf/formats.ts'
import type { PrintedFact } from './pdf/printed-document.ts'
import { termsIn } from './pdf/terms.ts'
import { wordsIn } from './pdf/words.ts'

/** Its own date first, then the others of the declaration. */
const datesOf = ({ document, fields }: DocumentResource): readonly string[] => {
  const dates = Object.keys(fields).filter((name) => {
    const field = fields[name]!
    return field.kind === kinds.date && isKept(field) && isReceived(field)
  })
  return [...new Set([document.date, ...dates])]
}

/** The first type of document that it is made from, and the field that holds the number of that one. */
function sourceOf({ document }: DocumentResource) {
  const [source] = document.sources ?? []
  const resource = source && resourceNamed(source.resource)
  const number = resource && isDocument(resource) ? resource.document.number?.field : undefined
  return source && resource && number ? { ...source, resource, number } : undefined
}

/** The fields that facts are taken from, as far as the document has them. */
export const printedFactsOf = (resource: DocumentResource): readonly string[] => [
  ...datesOf(resource),
  'paymentTerms',
  sourceOf(resource)?.number ?? '',
]

/** A document that does not keep the number of its source prints it if its reader may see that one. */
export async function sourceNumber(
  { actor, records }: Context<Reads>,
  type: DocumentResource,
  document: AnyDocument,
): Promise<string | null> {
  const source = sourceOf(type)
  const id = source && (document[source.field] as string | null)
  if (!source || !id) return null
  const { resource, number } = source
  if (type.fields[number]) return (document[number] ?? null) as string | null
  const found = (await records.find(resource, { id } as never)) as AnyRecord | undefined
  const isSeen =
    found &&
    maySee(actor, resource, found as { createdBy: string | null }) &&
    mayKnow(actor, `${resource.name}.${number}`, resource)
  return isSeen ? (found[number] as string | null) : null
}

/** "validUntil" is printed as "Valid until". */
const labelOf = (field: string) => titleOf(field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))

/** Dates, terms and the number of the source of a document. */
export function factsOf(
  resource: DocumentResource,
  document: AnyDocument,
  source: string | null,
  language: Language,
): PrintedFact[] {
  const { facts } = wordsIn(language)
  const named = (field: string) => resource.document.printedFacts?.[field]?.[language] ?? facts[field] ?? labelOf(field)
  const dates = datesOf(resource).map((field) => {
    const day = document[field] as string | null
    return { name: named(field), text: day ? formatsIn(language).date(day) : '' }
  })
  const from = resource.document.sources?.[0]?.field
  return [
    ...dates,
    { name: facts.paymentTerms!, text: termsIn(language, (document.paymentTerms ?? null) as string | null) },
    ...(from ? [{ name: named(from), text: oneLine(source) }] : []),
  ]
}
