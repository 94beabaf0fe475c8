import type { Language } from './languages.ts'
import type { Right } from './rights.ts'
import type { Stages } from './stage.ts'

/**
 * What makes the records of a resource documents: each concerns a party, has a date and lines of items, and may have a number,
 * prices and a printed form. The rules of documents go by this, and so does the web interface.
 */
export interface Document {
  readonly party: Party
  /** The field with the date of the document. */
  readonly date: string
  readonly number?: DocumentNumber
  /** The field of an item that a line is priced by; without it lines have no prices. */
  readonly price?: string
  /** The field of an item with the tax rate of a line; null: items have none, each line says its own. If left out: `taxRate`. */
  readonly tax?: string | null
  /** The documents that these are made from: what they repeat of one is hidden with it. */
  readonly source?: DocumentSource
  readonly stock?: StockUse | StockRule
  /** Left out where it has no status. */
  readonly statuses?: Stages
  /** Which status may follow which. Left out where the rules of the resource say more about its lifecycle. */
  readonly moves?: readonly DeclaredMove[]
  /** Left out where such documents are not paid. */
  readonly openItem?: OpenItem
  /** The heading of its printed form. Left out where it is not printed. */
  readonly printed?: Readonly<Record<Language, string>>
  /** What the printed form calls one of its dates, or the reference to its source, where the usual word does not fit. */
  readonly printedFacts?: { readonly [field: string]: Readonly<Record<Language, string>> }
}

/** The other side of a document, such as the customer. */
export interface Party {
  /** The field that refers to its record. */
  readonly field: string
  readonly resource: string
  /** The field that keeps the name as it was when the document was written. */
  readonly name: string
}

/**
 * What a document does to the stock of its items. `in` and `out`: it posts movements. `reserve`: it sets aside what is still to
 * go out. `foretell`: nothing itself, but its goods leave by another document.
 */
export type StockUse = 'in' | 'out' | 'reserve' | 'foretell'

/**
 * Movements are posted when a document begins to count, and reversed when it counts no more. Without statuses it counts while it
 * is there; otherwise with each status that is `open` or `done`, and it reserves only while it is `open`.
 */
export interface StockRule {
  readonly moves: StockUse
  /** The first of its statuses that counts. */
  readonly at?: string
  /** The part of a line that says how much of its quantity another document has moved. */
  readonly less?: string
  /** The field that its movements repeat as their note. */
  readonly note?: string
}

export interface DocumentNumber {
  readonly field: string
  /** Such as `PO-{year}-{number}`. It is a setting, which begins with this one. */
  readonly pattern: string
  /** The field of the settings that holds the pattern, where it has one of its own. */
  readonly setting?: string
  /** Taken when the document is issued; otherwise when it is created. */
  readonly isTakenLate?: true
  /** None is ever missing: a document with a number that is deleted stays in the table unseen. Left out: it goes with its number. */
  readonly isGapless?: true
}

export interface DocumentSource {
  readonly resource: string
  /** The field that refers to it. */
  readonly field: string
  /** None is written without one: it says who the party is, and the lines name lines of it. */
  readonly isAlways?: true
}

export interface DeclaredMove<S extends string = string> {
  readonly from: readonly S[]
  readonly to: S
  readonly right: Right
  /** It is what usually comes next. Where no move says so, that is the first of a status that leads forward. */
  readonly isMain?: true
}

/** What makes documents open items: once issued, each is open until what is allocated to it comes to its total. */
export interface OpenItem {
  /** 1: it is part of the balance of its party; -1: it is taken off it, as a credit note is. */
  readonly sign: 1 | -1
  /** The statuses that follow from what is allocated: nothing, a part of the total, all of it. */
  readonly statuses: { readonly open: string; readonly partly: string; readonly settled: string }
  /** By the kind of an allocation, the field that adds up those of this kind. */
  readonly settledBy: { readonly [kind: string]: AllocatedField }
  /** It has a due date, and is overdue after it. */
  readonly isDue?: true
}

export interface AllocatedField {
  readonly field: string
  /** The amounts that are allocated: `payments.amount`. */
  readonly of: string
}
