import type { Language } from './languages.ts'
import type { Message } from './message.ts'
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
  /** The documents that these can be made from: what they repeat of one is hidden with it. */
  readonly sources?: readonly DocumentSource[]
  /** What other documents take of its lines, by the field that tells how far that has come. */
  readonly progress?: { readonly [field: string]: Progress }
  readonly stock?: StockUse | StockRule
  /** Left out where it has no status. */
  readonly statuses?: Stages
  /** What to do first in a status that does not allow something: "Submit it first." */
  readonly advice?: { readonly [status: string]: Message }
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
  /** The flag without which it moves nothing. */
  readonly if?: string
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

/** A document takes quantities of the lines of another one, never more than there are: a delivery of a sales order. */
export interface DocumentSource {
  readonly resource: string
  /** The field that refers to it. */
  readonly field: string
  /** The field of a line that refers to the line of which it takes. */
  readonly line: string
  /** Which progress of the other document it makes. */
  readonly progress: string
  /** None is written without one: it says who the party is, and the lines name lines of it. */
  readonly isAlways?: true
  /** Its lines may be changed as if there were no original, and others may stand beside them. */
  readonly isLoose?: true
  /** Otherwise, the action that makes one. */
  readonly action?: SourceAction
  /** Fields that it copies, called the same in both. */
  readonly copies?: readonly string[]
  /**
   * Set where a line can charge other prices than those agreed: the secret fields that keep what it takes of the other line at
   * the agreed ones. They are null in a line that charges just that.
   */
  readonly share?: AmountFields
}

export interface SourceAction {
  /** "from-order", as in `POST /invoices/from-order`. */
  readonly path: string
  /** The same as an action of the original: "to-order", as in `POST /quotations/{id}/to-order`. */
  readonly onOriginal?: string
  readonly description: string
  /** The fields of the new document that it takes. */
  readonly takes: readonly string[]
}

/** What one type of document takes of the lines of another: how much of an order is invoiced. */
export interface Progress {
  /** The documents that take. */
  readonly by: string
  /** How clients make them. */
  readonly setBy: string
  /** The field of a line with the quantity that was taken. */
  readonly line: string
  /** "delivered": as in "not_delivered", "partly_delivered" … */
  readonly word: string
  /** … and as in "left to be delivered". */
  readonly purpose: Message
  /** How it is undone: "Void the invoice first." */
  readonly undo: Message
  /** The statuses in which something can be taken. */
  readonly allowedIn: readonly string[]
  /** The status that a draft enters first, with the rights and the guards of that move … */
  readonly entersFirst?: string
  /** … or one with these statuses. */
  readonly entersFrom?: readonly string[]
  /** Only of goods. */
  readonly isOfGoods?: true
  /** The secret fields of a line that keep the amounts that were taken: the parts of a line come to the line, to the cent. */
  readonly amounts?: AmountFields
  /** The secret field with what was taken by documents that are no drafts any more. */
  readonly issued?: string
}

export interface AmountFields {
  readonly discountAmount: string
  readonly amount: string
  readonly taxAmount: string
}

export interface DeclaredMove<S extends string = string> {
  readonly from: readonly S[]
  readonly to: S
  readonly right: Right
  /** It is what usually comes next. Where no move says so, that is the first of a status that leads forward. */
  readonly isMain?: true
  /** Fields of the document that come with it, such as why it is rejected; forms do not ask for them. */
  readonly asks?: readonly string[]
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

/** What settles open items, with lines that say which and how much: a payment. */
export interface Allocating {
  /** The type of open item. */
  readonly to: string
  /** The part of a line that refers to one. */
  readonly field: string
  /** The field with the amount that there is to allocate. */
  readonly of: string
  /** Other lines whose `amount` was taken of it. */
  readonly less?: string
  /** The parts of a line that are amounts, each with the kind of allocation that it is. The first is taken of what there is. */
  readonly kinds: { readonly [part: string]: string }
}
