import type { Document } from '../../model/document.ts'
import { choice, date, type Fields, lines, money, percent, quantity, ref, text } from '../../model/fields.ts'
import { allowedTransitions } from '../../model/transition.ts'

/** The fields of a line of a document with prices: its item and its amounts. */
export const pricedLineFields = {
  item: ref('items', { required: true, indexed: true }),
  quantity: quantity({ required: true, min: 0.0001, example: 10 }),
  rate: money({ min: 0, filled: true, example: 82.5, description: "The item's selling price if left out." }),
  discount: percent({ default: 0, example: 15 }),
  taxRate: percent({ filled: true, example: 19, description: "The item's tax rate if left out." }),
  itemCode: text({ readOnly: true, filled: true, example: 'BOLT-M8' }),
  itemName: text({ readOnly: true, filled: true, example: 'Hexagon bolt M8 × 40' }),
  itemType: text({ readOnly: true, filled: true, example: 'Product' }),
  uom: text({ readOnly: true, filled: true, example: 'Nos' }),
  discountAmount: money({ readOnly: true, default: 0, example: 123.75 }),
  amount: money({ readOnly: true, default: 0, example: 701.25, description: 'After discount, before tax.' }),
  taxAmount: money({ readOnly: true, default: 0, example: 133.24 }),
}

/** What its lines come to together. */
export const totalFields = {
  subtotal: money({ readOnly: true, default: 0, example: 825, description: 'Before discounts and tax.' }),
  discountTotal: money({ readOnly: true, default: 0, example: 123.75 }),
  taxTotal: money({ readOnly: true, default: 0, example: 133.24 }),
  total: money({ readOnly: true, default: 0, indexed: true, example: 834.49 }),
}

export const expectedTotal = (what: string) =>
  money({ transient: true, min: 0, description: `Refuses the ${what} if its total comes out differently.` })

export const partyName = (example: string) =>
  text({ readOnly: true, filled: true, search: true, indexed: true, example })

export const currency = text({ readOnly: true, filled: true, example: 'EUR' })

/** The usual fields of a document with prices, then its own. */
export function documentFields(document: Document, own: Fields = {}): Fields {
  const { party, number, moves = [] } = document
  const statuses = [...new Set(moves.flatMap(({ from, to }) => [...from, to]))]
  return {
    ...(number && { [number.field]: text({ readOnly: true, filled: true, unique: true, search: true }) }),
    [party.field]: ref(party.resource, { required: true, counted: true }),
    [party.name]: partyName('Nordlicht GmbH'),
    [document.date]: date({ filled: true, indexed: true, example: '2026-11-15', description: 'Today if left out.' }),
    status: choice(statuses, { readOnly: true, default: statuses[0]!, counted: true }),
    ...own,
    items: lines(pricedLineFields, { required: true, min: 1 }),
    ...totalFields,
    expectedTotal: expectedTotal('document'),
    currency,
    paymentTerms: text({ max: 100, example: 'Net 30', description: 'Those of the party if left out.' }),
    notes: text({ max: 4000 }),
    allowedTransitions,
  }
}
