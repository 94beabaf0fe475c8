import type { DescribedDocument } from '../../../../server/src/model/description.ts'
import { fieldOf, type Resource } from '../../api/resources.ts'
import { formFields } from '../../screens/form/form-values.ts'

export const LINES = 'items'

/** How the documents of a resource are written. It follows from their description. */
export interface DocumentKind extends DescribedDocument {
  /** The date of the document first, then further dates. */
  readonly dates: readonly string[]
  /** What else is written, below the lines. */
  readonly terms: readonly string[]
  /** A new document is kept as a draft by this input. */
  readonly asDraft: Readonly<Record<string, true>>
}

/** The flag of a resource whose new documents are otherwise issued at once. */
const DRAFT = 'draft'

export function documentKindOf(resource: Resource): DocumentKind {
  const document = resource.document!
  const { party, date } = document
  const written = formFields(resource, [LINES]).filter(({ isWriteOnly }) => !isWriteOnly)
  const isDate = ({ kind, name }: (typeof written)[number]) => kind === 'date' && name !== date
  const dates = [date, ...written.filter(isDate).map(({ name }) => name)]
  return {
    ...document,
    dates,
    terms: written.map(({ name }) => name).filter((name) => name !== party.field && !dates.includes(name)),
    asDraft: fieldOf(resource, DRAFT)?.isWriteOnly ? { [DRAFT]: true } : {},
  }
}

/** All that is written beside the lines, as far as the user may. */
export function writtenFields(resource: Resource): readonly string[] {
  const { party, dates, terms } = documentKindOf(resource)
  const open = formFields(resource, []).map(({ name }) => name)
  return [party.field, ...dates, ...terms].filter((name) => open.includes(name))
}
