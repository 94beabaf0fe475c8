import { readAction } from '../../core/action.ts'
import type { Language } from '../../model/languages.ts'
import { currencyDecimals, lineAmounts, totalsOf } from '../../model/money.ts'
import { languageQuery, pdfFile } from '../documents/download-pdf.ts'
import type { PrintedDocument } from '../documents/pdf/printed-document.ts'
import { paperOf } from '../documents/printed-of.ts'
import { businessSettings, today } from '../settings/settings.operations.ts'
import { SETTINGS_ID, type Settings } from '../settings/settings.resource.ts'
import { invoices } from './invoices.resource.ts'
import { printedParts } from './print-invoice.ts'

const DUE_DAYS = 14

interface Sample {
  readonly items: readonly [name: string, uom: string, quantity: number, rate: number][]
  readonly terms: string
  readonly party: PrintedDocument['party']
}

/** A made-up invoice in each language. */
const SAMPLES: Readonly<Record<Language, Sample>> = {
  en: {
    items: [
      ['Sample item', 'pcs', 12, 19.9],
      ['Another sample item', 'h', 2.5, 84],
    ],
    terms: 'Net 14',
    party: {
      name: 'Sample Customer Ltd',
      taxId: null,
      address: { street: '1 Sample Street', city: 'London', state: null, zipCode: 'SW1A 1AA', country: 'GB' },
    },
  },
  de: {
    items: [
      ['Musterartikel', 'Stk.', 12, 19.9],
      ['Noch ein Musterartikel', 'Std.', 2.5, 84],
    ],
    terms: '14 Tage netto',
    party: {
      name: 'Musterkunde GmbH',
      taxId: null,
      address: { street: 'Musterstraße 1', city: 'Musterstadt', state: null, zipCode: '12345', country: 'DE' },
    },
  },
}

const TAX_RATE = 19

function sampleInvoice({ items, terms }: Sample, settings: Settings, invoiceDate: string) {
  const { currency, pricesIncludeTax } = settings
  const lines = items.map(([itemName, uom, quantity, rate], index) => {
    const priced = { quantity, rate, discount: 0, taxRate: TAX_RATE }
    return {
      itemCode: `ART-00${index + 1}`,
      itemName,
      uom,
      ...priced,
      ...lineAmounts(priced, currencyDecimals(currency), pricesIncludeTax),
    }
  })
  const totals = totalsOf(lines)
  const invoice = {
    ...totals,
    invoiceNumber: 'INV-0000',
    status: 'unpaid' as const,
    invoiceDate,
    dueDate: Temporal.PlainDate.from(invoiceDate).add({ days: DUE_DAYS }).toString(),
    paymentTerms: terms,
    notes: null,
    currency,
    amountPaid: 0,
    outstanding: totals.total,
  }
  return { lines, invoice }
}

/** What a document on the stored letterhead looks like. */
export const letterheadPreview = readAction({
  name: 'letterhead-preview',
  method: 'GET',
  path: '/letterhead-preview',
  recordId: SETTINGS_ID,
  summary: 'Get a made-up invoice on the stored letterhead as PDF',
  access: 'read',
  status: 200,
  produces: 'application/pdf',
  query: languageQuery('customer'),
  async run(ctx, { input }) {
    const settings = await businessSettings(ctx)
    const language = (input.language ?? settings.documentLanguage) as Language
    const sample = SAMPLES[language]
    const { lines, invoice } = sampleInvoice(sample, settings, await today(ctx))
    const paper = { ...(await paperOf(ctx, settings)), language }
    const printed: PrintedDocument = {
      ...paper,
      party: sample.party,
      kind: invoices.document.printed![language],
      number: invoice.invoiceNumber,
      isDraft: false,
      date: invoice.invoiceDate,
      currency: invoice.currency,
      pricesIncludeTax: settings.pricesIncludeTax,
      lines,
      ...printedParts(invoice, null, paper),
    }
    return pdfFile(printed, 'preview')
  },
})
