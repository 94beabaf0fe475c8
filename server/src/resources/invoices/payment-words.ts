import type { Language } from '../../model/languages.ts'

/** What an invoice says of its payment, in one language. */
export interface PaymentWords {
  readonly title: string
  readonly billTo: string
  readonly scan: string
  isCancelled(number: string, date: string): string
  /** Where nothing else is known of the date of supply. */
  readonly isSuppliedOnDate: string
  readonly isPaid: string
  terms(terms: string): string
  payBy(date: string, number: string): string
}

const en: PaymentWords = {
  title: 'Payment',
  billTo: 'Bill to',
  scan: 'Scan to pay',
  isCancelled: (number, date) =>
    `Invoice ${number} has been cancelled${date && ` on ${date}`}. Nothing is to be paid on it.`.replace('  ', ' '),
  isSuppliedOnDate: 'The date of supply is the invoice date.',
  isPaid: 'Paid in full. Thank you.',
  terms: (terms) => `Payment terms: ${terms}.`,
  payBy: (date, number) => `Please pay by ${date}${number && `, quoting ${number}`}.`,
}

const de: PaymentWords = {
  title: 'Zahlung',
  billTo: 'Rechnung an',
  scan: 'Zum Bezahlen scannen',
  isCancelled: (number, date) =>
    `Die Rechnung ${number} wurde ${date && `am ${date} `}storniert. Es ist nichts zu zahlen.`.replace('  ', ' '),
  isSuppliedOnDate: 'Das Leistungsdatum entspricht dem Rechnungsdatum.',
  isPaid: 'Vollständig bezahlt. Vielen Dank.',
  terms: (terms) => `Zahlungsziel: ${terms}.`,
  payBy: (date, number) => `Bitte zahlen Sie bis zum ${date}${number && ` unter Angabe von ${number}`}.`,
}

const words: Readonly<Record<Language, PaymentWords>> = { en, de }

export const paymentWordsIn = (language: Language): PaymentWords => words[language]
