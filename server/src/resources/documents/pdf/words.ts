import type { Language } from '../../../model/languages.ts'

/** The texts of the pages in one language. */
export interface Words {
  readonly draft: string
  draftOf(kind: string): string
  notIssued(kind: string): string
  readonly paid: string
  readonly cancelled: string
  readonly void: string
  readonly taxId: string
  readonly partyTaxId: string
  page(number: number, of: number): string
  readonly columns: Readonly<Record<'item' | 'quantity' | 'rate' | 'discount' | 'tax' | 'amount', string>>
  readonly taxes: Readonly<Record<'summary' | 'rate' | 'net' | 'tax', string>>
  readonly sums: Readonly<Record<'subtotal' | 'discount' | 'tax' | 'total' | 'paid' | 'outstanding', string>>
  readonly notes: string
  /** By the field of a document; another date is called by the name of its field. */
  readonly facts: Readonly<Record<string, string>>
  /** Above the name of the other party, by what it is; another one is called by its resource. */
  readonly parties: Readonly<Record<string, string>>
  readonly payment: PaymentWords
}

export interface PaymentWords {
  readonly title: string
  readonly billTo: string
  readonly scan: string
  readonly isCancelled: string
  readonly isPaid: string
  terms(terms: string): string
  payBy(date: string, number: string): string
}

const en: Words = {
  draft: 'Draft',
  draftOf: (kind) => `Draft ${kind.toLowerCase()}`,
  notIssued: (kind) => `${kind}, not yet issued`,
  paid: 'PAID',
  cancelled: 'CANCELLED',
  void: 'VOID',
  taxId: 'Tax ID',
  partyTaxId: 'Your tax ID',
  page: (number, of) => `Page ${number} of ${of}`,
  columns: { item: 'Item', quantity: 'Qty', rate: 'Rate', discount: 'Disc.', tax: 'Tax', amount: 'Amount' },
  taxes: { summary: 'Tax summary', rate: 'Rate', net: 'Net', tax: 'Tax' },
  sums: {
    subtotal: 'Subtotal',
    discount: 'Discount',
    tax: 'Tax',
    total: 'Total',
    paid: 'Paid',
    outstanding: 'Outstanding',
  },
  notes: 'Notes',
  facts: {
    orderDate: 'Order date',
    deliveryDate: 'Delivery date',
    invoiceDate: 'Invoice date',
    dueDate: 'Due date',
    paymentTerms: 'Payment terms',
    order: 'Order',
    amountDue: 'Amount due',
  },
  parties: { customer: 'Customer', supplier: 'Supplier' },
  payment: {
    title: 'Payment',
    billTo: 'Bill to',
    scan: 'Scan to pay',
    isCancelled: 'This invoice has been cancelled. Nothing is to be paid on it.',
    isPaid: 'Paid in full. Thank you.',
    terms: (terms) => `Payment terms: ${terms}.`,
    payBy: (date, number) => `Please pay by ${date}${number && `, quoting ${number}`}.`,
  },
}

const de: Words = {
  draft: 'Entwurf',
  draftOf: (kind) => `Entwurf ${kind}`,
  notIssued: (kind) => `${kind}, noch nicht ausgestellt`,
  paid: 'BEZAHLT',
  cancelled: 'STORNIERT',
  void: 'STORNO',
  taxId: 'USt-IdNr.',
  partyTaxId: 'Ihre USt-IdNr.',
  page: (number, of) => `Seite ${number} von ${of}`,
  columns: { item: 'Artikel', quantity: 'Menge', rate: 'Preis', discount: 'Rabatt', tax: 'USt.', amount: 'Betrag' },
  taxes: { summary: 'Umsatzsteuer', rate: 'Satz', net: 'Netto', tax: 'Steuer' },
  sums: {
    subtotal: 'Zwischensumme',
    discount: 'Rabatt',
    tax: 'Umsatzsteuer',
    total: 'Gesamtbetrag',
    paid: 'Bezahlt',
    outstanding: 'Offen',
  },
  notes: 'Hinweise',
  facts: {
    orderDate: 'Auftragsdatum',
    deliveryDate: 'Lieferdatum',
    invoiceDate: 'Rechnungsdatum',
    dueDate: 'Fällig am',
    paymentTerms: 'Zahlungsziel',
    order: 'Auftrag',
    amountDue: 'Zu zahlen',
  },
  parties: { customer: 'Kunde', supplier: 'Lieferant' },
  payment: {
    title: 'Zahlung',
    billTo: 'Rechnung an',
    scan: 'Zum Bezahlen scannen',
    isCancelled: 'Diese Rechnung ist storniert. Es ist nichts zu zahlen.',
    isPaid: 'Vollständig bezahlt. Vielen Dank.',
    terms: (terms) => `Zahlungsziel: ${terms}.`,
    payBy: (date, number) => `Bitte zahlen Sie bis zum ${date}${number && ` unter Angabe von ${number}`}.`,
  },
}

const words: Readonly<Record<Language, Words>> = { en, de }

export const wordsIn = (language: Language): Words => words[language]
