import type { Language } from '../../../model/languages.ts'

/** The texts of the pages in one language. */
export interface Words {
  readonly draft: string
  draftOf(kind: string): string
  notIssued(kind: string): string
  readonly settled: string
  readonly stopped: string
  readonly void: string
  readonly taxId: string
  readonly partyTaxId: string
  page(number: number, of: number): string
  readonly columns: Readonly<Record<'position' | 'item' | 'quantity' | 'rate' | 'discount' | 'tax' | 'amount', string>>
  /** In their place where prices include tax. */
  readonly grossColumns: Readonly<Record<'rate' | 'amount', string>>
  readonly taxes: Readonly<Record<'summary' | 'rate' | 'net' | 'tax', string>>
  readonly sums: Readonly<
    Record<'subtotal' | 'discount' | 'tax' | 'total' | 'containedTax' | 'paid' | 'outstanding', string>
  >
  readonly notes: string
  /** A document by its number and its date. */
  dated(number: string, date: string): string
  /** By the field of a document; another date is called by the name of its field. */
  readonly facts: Readonly<Record<string, string>>
  /** Above the name of the other party, by what it is; another one is called by its resource. */
  readonly parties: Readonly<Record<string, string>>
}

const en: Words = {
  draft: 'Draft',
  draftOf: (kind) => `Draft ${kind.toLowerCase()}`,
  notIssued: (kind) => `${kind}, not yet issued`,
  settled: 'PAID',
  stopped: 'CANCELLED',
  void: 'VOID',
  taxId: 'Tax ID',
  partyTaxId: 'Your tax ID',
  page: (number, of) => `Page ${number} of ${of}`,
  columns: {
    position: 'Pos.',
    item: 'Item',
    quantity: 'Qty',
    rate: 'Rate',
    discount: 'Disc.',
    tax: 'Tax',
    amount: 'Amount',
  },
  grossColumns: { rate: 'Rate incl. tax', amount: 'Amount incl. tax' },
  taxes: { summary: 'Tax summary', rate: 'Rate', net: 'Net', tax: 'Tax' },
  sums: {
    subtotal: 'Subtotal',
    discount: 'Discount',
    tax: 'Tax',
    total: 'Total',
    containedTax: 'Tax included',
    paid: 'Paid',
    outstanding: 'Outstanding',
  },
  notes: 'Notes',
  dated: (number, date) => `${number} of ${date}`,
  facts: {
    orderDate: 'Order date',
    deliveryDate: 'Delivery date',
    invoiceDate: 'Invoice date',
    supplyDate: 'Date of supply',
    supplyPeriod: 'Period of supply',
    dueDate: 'Due date',
    paymentTerms: 'Payment terms',
    salesOrder: 'Order',
    replaces: 'Replaces',
    cancellationDate: 'Cancelled on',
    amountDue: 'Amount due',
  },
  parties: { customer: 'Customer', supplier: 'Supplier' },
}

const de: Words = {
  draft: 'Entwurf',
  draftOf: (kind) => `Entwurf ${kind}`,
  notIssued: (kind) => `${kind}, noch nicht ausgestellt`,
  settled: 'BEZAHLT',
  stopped: 'STORNIERT',
  void: 'STORNO',
  taxId: 'USt-IdNr.',
  partyTaxId: 'Ihre USt-IdNr.',
  page: (number, of) => `Seite ${number} von ${of}`,
  columns: {
    position: 'Pos.',
    item: 'Artikel',
    quantity: 'Menge',
    rate: 'Preis',
    discount: 'Rabatt',
    tax: 'USt.',
    amount: 'Betrag',
  },
  grossColumns: { rate: 'Preis inkl. USt.', amount: 'Betrag inkl. USt.' },
  taxes: { summary: 'Umsatzsteuer', rate: 'Satz', net: 'Netto', tax: 'Steuer' },
  sums: {
    subtotal: 'Zwischensumme',
    discount: 'Rabatt',
    tax: 'Umsatzsteuer',
    total: 'Gesamtbetrag',
    containedTax: 'Enthaltene USt.',
    paid: 'Bezahlt',
    outstanding: 'Offen',
  },
  notes: 'Hinweise',
  dated: (number, date) => `${number} vom ${date}`,
  facts: {
    orderDate: 'Auftragsdatum',
    deliveryDate: 'Lieferdatum',
    invoiceDate: 'Rechnungsdatum',
    supplyDate: 'Leistungsdatum',
    supplyPeriod: 'Leistungszeitraum',
    dueDate: 'Fällig am',
    paymentTerms: 'Zahlungsziel',
    salesOrder: 'Auftrag',
    replaces: 'Ersetzt',
    cancellationDate: 'Storniert am',
    amountDue: 'Zu zahlen',
  },
  parties: { customer: 'Kunde', supplier: 'Lieferant' },
}

const words: Readonly<Record<Language, Words>> = { en, de }

export const wordsIn = (language: Language): Words => words[language]
