import type { AnyRecord } from '../../model/resource.ts'
import { cut, signatureOf, squeezed, wordsIn } from '../../model/search/words.ts'
import { fold } from '../../model/text.ts'
import { SEARCH_SEPARATOR, type Table } from '../table.ts'

/** A whole name or code is kept as a term too; no word begins like this. */
const WHOLE_MARK = '='
/** An index does not take texts of any length. */
const WHOLE_MAX = 120

export const wholeTerm = (whole: string): string => WHOLE_MARK + cut(whole, WHOLE_MAX)
export const isWhole = (term: string): boolean => term.startsWith(WHOLE_MARK)

/** The terms under which a record can be found. */
export function termsOf({ resource: { hit }, searched }: Table, record: AnyRecord | undefined): Set<string> {
  if (!hit || !record) return new Set()
  const texts = searched.map((path) => textAt(record, path))
  const names = [hit.name, ...(hit.code ? [hit.code] : [])].map((path) => squeezed(textAt(record, path)))
  return new Set([
    ...wordsIn(fold(texts.join(SEARCH_SEPARATOR))),
    ...names.filter((name) => name !== '').map(wholeTerm),
  ])
}

/** The signature of all words of a record, kept with each of its postings. */
export const signatureOfTerms = (terms: ReadonlySet<string>): number =>
  signatureOf([...terms].filter((term) => !isWhole(term)))

const textAt = (record: AnyRecord, name: string): string => (record[name] as string | null) ?? ''
