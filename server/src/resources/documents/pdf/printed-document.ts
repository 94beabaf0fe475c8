import type { Language } from '../../../model/languages.ts'

/** Everything that stands on the pages, and nothing else: they are drawn without reading anything. */
export interface PrintedDocument {
  readonly language: Language
  readonly letterhead: PrintedLetterhead
  readonly company: PrintedCompany
  readonly party: PrintedParty
  /** Above the name of the party: "Bill to". */
  readonly partyLabel: string
  /** The type of document: "Invoice". */
  readonly kind: string
  /** Null until it has one. */
  readonly number: string | null
  /** The number of the document that it is made from. */
  readonly source?: string | null
  readonly isDraft: boolean
  readonly mark?: 'settled' | 'stopped'
  /** YYYY-MM-DD. */
  readonly date: string
  /** ISO 4217. */
  readonly currency: string
  /** Dates and references; one without a text is left out. */
  readonly facts: readonly PrintedFact[]
  readonly lines: readonly PrintedLine[]
  /** Its rates, and the amounts that its lines print, contain the tax. */
  readonly pricesIncludeTax?: boolean
  /** Null where the document has no prices. */
  readonly sums: PrintedSums | null
  /** Below the totals; one without a text is left out. */
  readonly remarks: readonly PrintedRemark[]
}

export interface PrintedRemark {
  /** Empty: none. */
  readonly title: string
  readonly text: string
  /** Beside the text, with a caption. */
  readonly qr?: { readonly content: string; readonly caption: string }
}

/** The paper, and what the company has on all of it. */
export interface PrintedLetterhead {
  readonly paper: 'a4' | 'letter'
  readonly addressWindow: 'din5008' | 'us' | null
  /** #rrggbb. */
  readonly accentColour: string | null
  readonly footerLines: readonly string[]
  readonly accountHolder: string | null
  /** Without blanks. */
  readonly iban: string | null
  readonly bic: string | null
  readonly logo: PrintedLogo | null
}

export interface PrintedLogo {
  readonly type: 'image/png' | 'image/svg+xml'
  /** Base64. */
  readonly content: string
}

/** What is printed on where the settings say nothing. */
export const PLAIN_LETTERHEAD: PrintedLetterhead = {
  paper: 'a4',
  addressWindow: null,
  accentColour: null,
  footerLines: [],
  accountHolder: null,
  iban: null,
  bic: null,
  logo: null,
}

export interface PrintedFact {
  readonly name: string
  readonly text: string
  readonly isStrong?: boolean
}

export interface PrintedSums {
  /** Before discounts, as everywhere. */
  readonly subtotal: number
  readonly discountTotal: number
  readonly taxTotal: number
  readonly total: number
  readonly amountPaid?: number
  readonly outstanding?: number
}

export interface PrintedAddress {
  readonly street: string | null
  readonly city: string | null
  readonly state: string | null
  readonly zipCode: string | null
  /** ISO 3166 alpha-2. */
  readonly country: string | null
}

export interface PrintedParty {
  readonly name: string
  readonly address: PrintedAddress | null
  readonly taxId: string | null
}

export interface PrintedCompany extends PrintedParty {
  readonly email: string | null
  readonly phone: string | null
}

export interface PrintedLine {
  /** Of an item, if left out. */
  readonly kind?: string
  readonly itemCode: string | null
  /** Null where the line has no item. */
  readonly itemName: string | null
  readonly description?: string | null
  readonly uom: string | null
  readonly quantity: number
  readonly rate?: number
  /** Percent, 0 to 100. */
  readonly discount?: number
  readonly taxRate?: number
  readonly taxAmount?: number
  /** Net: after the discount, before tax. */
  readonly amount?: number
}
