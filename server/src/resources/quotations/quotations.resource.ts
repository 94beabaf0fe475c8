import { date, flag, text } from '../../model/fields.ts'
import { msg } from '../../model/message.ts'
import type { Row } from '../../model/resource.ts'
import { customers } from '../customers/customers.resource.ts'
import { defineDocument } from '../documents/define-document.fields.ts'

export const quotations = defineDocument({
  name: 'quotations',
  singular: 'quotation',
  idPrefix: 'quo',
  title: 'quotationNumber',
  hit: { name: 'customerName', code: 'quotationNumber' },
  description: 'What customers are offered: from a draft to the orders that follow from it.',
  listViews: {
    open: 'status=sent&sort=validUntil&order=asc',
    expired: 'isExpired=true&sort=validUntil&order=asc',
    'to-order': 'status=accepted&orderStatus[in]=not_ordered,partly_ordered',
  },
  document: {
    party: { field: 'customer', resource: customers.name, name: 'customerName' },
    date: 'quotationDate',
    number: { field: 'quotationNumber', pattern: 'QU-{year}-{number}' },
    price: 'sellingPrice',
    printed: { en: 'Quotation', de: 'Angebot' },
    printedFacts: {
      quotationDate: { en: 'Quotation date', de: 'Angebotsdatum' },
      validUntil: { en: 'Valid until', de: 'Gültig bis' },
    },
    statuses: { draft: 'draft', sent: 'open', accepted: 'open', rejected: 'stopped' },
    advice: { rejected: msg`Offer it again first.` },
    moves: [
      { from: ['draft'], to: 'sent', right: 'submit', isMain: true },
      { from: ['sent'], to: 'accepted', right: 'submit', isMain: true },
      { from: ['draft'], to: 'accepted', right: 'submit' },
      { from: ['sent'], to: 'draft', right: 'submit' },
      { from: ['sent', 'accepted'], to: 'rejected', right: 'cancel', asks: ['rejectionReason'] },
      { from: ['rejected'], to: 'sent', right: 'submit', isMain: true },
    ],
    progress: {
      orderStatus: {
        by: 'sales-orders',
        setBy: 'POST /quotations/{id}/to-order',
        line: 'orderedQuantity',
        word: 'ordered',
        purpose: msg`ordered`,
        undo: msg`Cancel the order first.`,
        allowedIn: ['accepted'],
        entersFirst: 'accepted',
        entersFrom: ['draft', 'sent'],
      },
    },
  },
  own: {
    validUntil: date({
      filled: true,
      indexed: true,
      indexedWithin: ['status'],
      example: '2026-12-15',
      description: 'After so many days as the settings say if left out (quotationValidDays).',
    }),
    isExpired: flag({
      readOnly: true,
      computed: true,
      default: false,
      alsoFilter: [],
      hiddenWith: ['.validUntil', '.status'],
      description: 'It waits for an answer, and the last day for that has passed.',
    }),
    rejectionReason: text({ max: 2000, description: 'Why the customer did not accept it.' }),
    /** The first day on which it is expired; far away while it waits for nothing. */
    expiresFrom: date({ readOnly: true, internal: true, filled: true, indexed: true }),
  },
  told: {
    quotationNumber: { example: 'QU-2026-00001' },
    status: { example: 'sent', description: 'Changed by PUT /quotations/{id}/status.', tones: { accepted: 'good' } },
    expectedTotal: { description: 'Refuses the quotation if its total comes out differently.' },
    notes: { example: 'Delivery within two weeks.' },
  },
  order: [
    ['quotationDate', 'validUntil', 'isExpired'],
    ['notes', 'rejectionReason'],
    ['allowedTransitions', 'expiresFrom'],
  ],
})

export type Quotation = Row<typeof quotations>
