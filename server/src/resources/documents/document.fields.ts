import type { Document } from '../../model/document.ts'
import { choice, date, type Fields, group, lines, money, percent, quantity, ref, text } from '../../model/fields.ts'
import { allowedTransitions } from '../../model/transition.ts'

/** The address of the party as it was at some time; `of` is the group that it is copied from. */
export const addressCopy = (of: string, description: string) =>
  group(
    {
      street: text({ max: 200, hiddenWith: [`${of}.street`], example: 'Hafenstraße 12' }),
      city: text({ max: 100, hiddenWith: [`${of}.city`], example: 'Hamburg' }),
      state: text({ max: 100, hiddenWith: [`${of}.state`] }),
      zipCode: text({ max: 20, hiddenWith: [`${of}.zipCode`], example: '20457' }),
      country: text({ max: 2, hiddenWith: [`${of}.country`], example: 'DE' }),
    },
    { readOnly: true, description },
  )

/** What a line copies from its item. */
export const itemCopies = {
  itemCode: text({ readOnly: true, filled: true, hiddenWith: ['items.itemCode'], example: 'BOLT-M8' }),
  itemName: text({ readOnly: true, filled: true, hiddenWith: ['items.itemName'], example: 'Hexagon bolt M8 × 40' }),
  uom: text({ readOnly: true, filled: true, hiddenWith: ['items.uom'], example: 'Nos' }),
}

/** The fields of a line of a document with prices: its item and its amounts. `price` is the field of an item that prices it. */
export const pricedLineFields = (price: string, copiedFrom: readonly string[] = []) => {
  const copyOf = (part: string, ...others: readonly string[]) => ({
    hiddenWith: [...others, ...copiedFrom.map((lines) => `${lines}.${part}`)],
  })
  return {
    item: ref('items', { required: true, indexed: true }),
    quantity: quantity({ ...copyOf('quantity'), required: true, min: 0.0001, example: 10 }),
    rate: money({
      ...copyOf('rate', `items.${price}`),
      min: 0,
      filled: true,
      example: 82.5,
      description: "The item's selling price if left out.",
    }),
    discount: percent({ ...copyOf('discount'), default: 0, example: 15 }),
    taxRate: percent({
      ...copyOf('taxRate', 'items.taxRate'),
      filled: true,
      example: 19,
      description: "The item's tax rate if left out.",
    }),
    itemCode: itemCopies.itemCode,
    itemName: itemCopies.itemName,
    itemType: text({ readOnly: true, filled: true, hiddenWith: ['items.itemType'], example: 'Product' }),
    uom: itemCopies.uom,
    discountAmount: money({
      readOnly: true,
      default: 0,
      hiddenWith: ['.items.quantity', '.items.rate', '.items.discount'],
      example: 123.75,
    }),
    amount: money({
      readOnly: true,
      default: 0,
      hiddenWith: ['.items.quantity', '.items.rate', '.items.discountAmount'],
      example: 701.25,
      description: 'After discount, before tax.',
    }),
    taxAmount: money({ readOnly: true, default: 0, hiddenWith: ['.items.amount', '.items.taxRate'], example: 133.24 }),
  }
}

/** What its lines come to together. */
export const totalFields = {
  subtotal: money({
    readOnly: true,
    default: 0,
    hiddenWith: ['.items.quantity', '.items.rate'],
    example: 825,
    description: 'Before discounts and tax.',
  }),
  discountTotal: money({ readOnly: true, default: 0, hiddenWith: ['.items.discountAmount'], example: 123.75 }),
  taxTotal: money({ readOnly: true, default: 0, hiddenWith: ['.items.taxAmount'], example: 133.24 }),
  total: money({
    readOnly: true,
    default: 0,
    indexed: true,
    hiddenWith: ['.items.amount', '.subtotal', '.discountTotal', '.taxTotal'],
    example: 834.49,
  }),
}

/** Compared with the total, so it would tell a hidden one. */
export const expectedTotal = (what: string) =>
  money({
    transient: true,
    min: 0,
    hiddenWith: ['.total'],
    description: `Refuses the ${what} if its total comes out differently.`,
  })

/** A copy of the name of the party: `of` is the field that it is copied from. */
export const partyName = (of: string, example: string) =>
  text({ readOnly: true, filled: true, search: true, indexed: true, hiddenWith: [of], example })

export const currency = text({ readOnly: true, filled: true, example: 'EUR' })

/** The usual fields of a document with prices, then its own. */
export function documentFields(document: Document, own: Fields = {}): Fields {
  const { party, number, price = '', moves = [] } = document
  const statuses = [...new Set(moves.flatMap(({ from, to }) => [...from, to]))]
  return {
    ...(number && { [number.field]: text({ readOnly: true, filled: true, unique: true, search: true }) }),
    [party.field]: ref(party.resource, { required: true, counted: true }),
    [party.name]: partyName(`${party.resource}.name`, 'Nordlicht GmbH'),
    [document.date]: date({ filled: true, indexed: true, example: '2026-11-15', description: 'Today if left out.' }),
    status: choice(statuses, { readOnly: true, default: statuses[0]!, counted: true }),
    ...own,
    items: lines(pricedLineFields(price), { required: true, min: 1 }),
    ...totalFields,
    expectedTotal: expectedTotal('document'),
    currency,
    paymentTerms: text({
      max: 100,
      hiddenWith: [`${party.resource}.paymentTerms`],
      example: 'Net 30',
      description: 'Those of the party if left out.',
    }),
    notes: text({ max: 4000 }),
    allowedTransitions,
  }
}
