// What clients are told of a resource. The web interface is drawn from it, and reads these very types.
import type { Document, StockUse } from './document.ts'
import type { Deprecation } from './kinds/field-options.ts'
import type { Kind } from './kinds/index.ts'
import type { About } from './resource.ts'
import type { Right } from './rights.ts'
import type { Stages, Tones } from './stage.ts'

/** One field, as far as its reader may see it. What does not apply to it is left out. */
export interface DescribedField {
  readonly name: string
  readonly kind: Kind
  /** Must be sent to create a record. */
  readonly isRequired: boolean
  /** By its declaration, or to this reader. */
  readonly isReadOnly: boolean
  readonly isNullable: boolean
  readonly isSortable: boolean
  readonly isFilterable: boolean
  /** Can be sent, is never answered. */
  readonly isWriteOnly?: true
  /** In the answer of the request that made it up, and never again. */
  readonly isShownOnce?: true
  readonly isUnique?: true
  readonly isComputed?: true
  readonly isCounted?: true
  readonly isSearched?: true
  /** A list can be asked for its sum: `include=sums`. */
  readonly isSummed?: true
  readonly description?: string
  readonly deprecated?: Deprecation
  readonly example?: unknown
  readonly default?: unknown
  readonly choices?: readonly string[]
  /** How far a record with each choice has come. */
  readonly stages?: Stages
  /** How each choice is shown; one that is not there is neutral. */
  readonly tones?: Tones
  /** Words that a filter by it understands beside its choices. */
  readonly alsoFilter?: readonly string[]
  /** The resource that it points to. */
  readonly target?: string
  readonly format?: string
  /** Bounds of a number, of the length of a text, of the entries of a list. */
  readonly min?: number
  readonly max?: number
  /** The entries of a list or a map. */
  readonly of?: DescribedField
  /** The parts of a group or of each line. */
  readonly fields?: readonly DescribedField[]
}

/** A resource, and what the caller may do with it. */
export interface Description {
  readonly name: string
  readonly singular: string
  readonly path: string
  /** The field that people call a record by. */
  readonly title: string
  /** A record without a unique title is called by these fields: what it is about, and how much of it. */
  readonly about?: About
  readonly idPrefix: string
  readonly description: string
  readonly administrative: boolean
  readonly isSearchable: boolean
  /** `GET /search` finds its records. */
  readonly isInSearch: boolean
  /** Records can be made from a table, and the reader may create or update them. */
  readonly isImportable: boolean
  readonly rights: readonly Right[]
  readonly readOnlyFields: readonly string[]
  readonly fields: readonly DescribedField[]
  readonly filters: { readonly [path: string]: readonly string[] }
  readonly actions: readonly DescribedAction[]
  readonly statuses: readonly string[]
  /** Which status can follow which, as far as the reader has the right to set it. */
  readonly transitions: readonly DescribedTransition[]
  /** Only records whose field has one of these values are to be offered for deletion; left out: all. */
  readonly deletable?: { readonly field: string; readonly values: readonly (string | boolean)[] }
  /** Fields in which two records are seldom alike: `GET /similar` tells whether a new one may be there already. */
  readonly similarBy?: readonly string[]
  /** Views of its list that every user has; the query of each, as in an address. */
  readonly listViews?: readonly DescribedView[]
  /** Where its records are documents: which fields are the party, the date and the number, and how lines are priced. */
  readonly document?: DescribedDocument
}

export interface DescribedDocument extends Pick<Document, 'party' | 'date' | 'price' | 'tax'> {
  /** The field with the number. */
  readonly number?: string
  readonly isPrinted: boolean
  /** The status that usually follows the initial one. */
  readonly next?: string
  /** Its items leave the stock, so an editor warns when too few are available. */
  readonly takesStock?: true
  /** It posts stock movements, or reserves stock. */
  readonly stock?: Exclude<StockUse, 'foretell'>
  readonly progress?: readonly DescribedProgress[]
  readonly sources?: readonly DescribedSource[]
}

/** What documents of another type take of its lines: how far it is invoiced. */
export interface DescribedProgress {
  /** The field that tells how far that has come. */
  readonly field: string
  /** The resource of the documents that take. */
  readonly by: string
  /** The field of a line with the quantity that was taken. */
  readonly line: string
  /** Services are not taken. */
  readonly isOfGoods?: true
}

/** Documents that these can be made from. */
export interface DescribedSource {
  readonly resource: string
  /** The field that refers to it. */
  readonly field: string
  /** The progress of the other document that it makes. */
  readonly progress: string
  /** The action that makes one. It takes that field, and `items`: lines of the other document, and how much of each. */
  readonly action: string
  /** None is written without one. */
  readonly isAlways?: true
}

export interface DescribedView {
  readonly name: string
  readonly query: string
}

export interface DescribedTransition {
  readonly from: readonly string[]
  readonly to: string
  /** It is what usually comes next. */
  readonly isMain: boolean
  /** Fields that can be sent with the status; forms need not ask for them. */
  readonly asks?: readonly string[]
}

export interface DescribedAction {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly isAllowed: boolean
}

/** For the documentation, in Markdown. */
export const deprecationNote = ({ since, sunset, link }: Deprecation): string =>
  `Deprecated since ${since}${sunset ? `, may be gone from ${sunset}` : ''}: [replacement](${link}).`
