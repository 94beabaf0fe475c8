import { choice, type Field, flag, group, list, money, percent, quantity, ref, text } from '../../model/fields.ts'
import { msg } from '../../model/message.ts'
import { TAX_ROUNDINGS } from '../../model/money.ts'
import { DESCRIPTION_MAX, LINE_KINDS } from './line-forms.fields.ts'

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

/** A field that is hidden with others, and with its originals where a document is made from others. */
export const derivedFrom = (originals: readonly string[], name: string, ...others: readonly string[]) => ({
  hiddenWith: [...others, ...originals.map((original) => `${original}.${name}`)],
})

/** "selling price" of `sellingPrice`. */
const inWords = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** Described once for all documents. */
export const shared = (name: string) => ({ typeName: name, inputTypeName: `${name}Input` })

/** What a line copies from its item, or from the lines of the documents that its document is made from. */
export const itemCopies = (originals: readonly string[] = []) => ({
  itemCode: text({
    ...derivedFrom(originals, 'itemCode', 'items.itemCode'),
    readOnly: true,
    setBy: 'item',
    filled: true,
    indexed: true,
    example: 'BOLT-M8',
  }),
  itemName: text({
    ...derivedFrom(originals, 'itemName', 'items.itemName'),
    readOnly: true,
    setBy: 'item',
    filled: true,
    example: 'Hexagon bolt M8 × 40',
  }),
  uom: text({
    ...derivedFrom(originals, 'uom', 'items.uom'),
    readOnly: true,
    setBy: 'item',
    filled: true,
    example: 'Nos',
  }),
})

/** The same where a line may have no item, which then says its unit itself. */
const pricedItemCopies = (originals: readonly string[] = []) => ({
  itemCode: text({
    ...derivedFrom(originals, 'itemCode', 'items.itemCode'),
    readOnly: true,
    setBy: 'item',
    indexed: true,
    example: 'BOLT-M8',
  }),
  itemName: text({
    ...derivedFrom(originals, 'itemName', 'items.itemName'),
    readOnly: true,
    setBy: 'item',
    example: 'Hexagon bolt M8 × 40',
  }),
  itemType: text({
    ...derivedFrom(originals, 'itemType', 'items.itemType'),
    readOnly: true,
    setBy: 'item',
    example: 'Product',
  }),
  uom: text({
    ...derivedFrom(originals, 'uom', 'items.uom'),
    ...shared('LineUnit'),
    max: 32,
    example: 'Nos',
    description: "The item's; it can be sent with a line without an item.",
  }),
})

/** The fields of a line without prices. */
export const plainLineFields = () => ({
  item: ref('items', { required: true, indexed: true }),
  quantity: quantity({ required: true, min: 0.0001, example: 10 }),
  ...itemCopies(),
})

/** The fields of a line without prices that stands for a line of another document: a client names that, or its item. */
export const pickedLineFields = <const L extends string>(line: L, originals: readonly string[]) => ({
  ...({
    [line]: text({
      filled: true,
      max: 64,
      example: 'lin_0t3q8m5xk00a7b2c9d4',
      description: 'The id of a line of the order …',
    }),
  } as unknown as { readonly [K in L]: Field<string, { readonly filled: true }> }),
  item: ref('items', { filled: true, indexed: true, description: '… or its item.' }),
  quantity: quantity({ ...derivedFrom(originals, 'quantity'), required: true, min: 0.0001, example: 4 }),
  ...itemCopies(originals),
})

/** What a line is about, and how much of it. */
const subjectFields = (originals: readonly string[] = []) => ({
  kind: choice(LINE_KINDS, {
    ...derivedFrom(originals, 'kind'),
    ...shared('LineKind'),
    default: 'item',
    description: 'A text, a heading and a subtotal have no quantity and no amounts.',
  }),
  item: ref('items', {
    ...shared('LineItem'),
    indexed: true,
    description: 'A line without an item has a description, a rate and a tax rate.',
  }),
  description: text({
    ...derivedFrom(originals, 'description'),
    ...shared('LineDescription'),
    max: DESCRIPTION_MAX,
    example: 'Cut to length',
    description: 'More about the item; or what is sold, of a line without one.',
  }),
  quantity: quantity({
    ...derivedFrom(originals, 'quantity'),
    ...shared('LineQuantity'),
    filled: true,
    min: 0,
    example: 10,
    description: 'More than 0, unless the line is a text, a heading or a subtotal.',
  }),
})

/**
 * The fields of a line of a document with prices: its item and its amounts. `price` and `tax` are the fields of an item that
 * they come from, `originals` the lines of the documents that this one is made from.
 */
export const pricedLineFields = (price: string, tax: string | null, originals: readonly string[] = []) => ({
  ...subjectFields(originals),
  rate: money({
    ...derivedFrom(originals, 'rate', `items.${price}`),
    min: 0,
    filled: true,
    example: 82.5,
    description: "The item's price if left out.",
  }),
  discount: percent({ ...derivedFrom(originals, 'discount'), default: 0, example: 15 }),
  taxRate: percent({
    ...derivedFrom(originals, 'taxRate', ...(tax ? [`items.${tax}`] : [])),
    filled: true,
    example: 19,
    description: tax ? `The item's ${inWords(tax)} if left out.` : 'None if left out.',
  }),
  ...pricedItemCopies(originals),
  discountAmount: money({
    ...derivedFrom(originals, 'discountAmount', '.items.quantity', '.items.rate', '.items.discount'),
    readOnly: true,
    setBy: 'discount',
    default: 0,
    example: 123.75,
  }),
  amount: money({
    ...derivedFrom(originals, 'amount', '.items.quantity', '.items.rate', '.items.discountAmount'),
    readOnly: true,
    setBy: 'quantity',
    default: 0,
    example: 701.25,
    typeName: 'LineAmount',
    description: 'After discount, before tax.',
  }),
  taxAmount: money({
    ...derivedFrom(originals, 'taxAmount', '.items.amount', '.items.taxRate'),
    readOnly: true,
    setBy: 'taxRate',
    default: 0,
    example: 133.24,
    typeName: 'LineTax',
    description: 'Its share of the tax of its rate.',
  }),
})

/** What its lines come to together. `originals` are the resources of the documents that this one is made from. */
export const totalFields = (originals: readonly string[] = []) => ({
  subtotal: money({
    ...derivedFrom(originals, 'subtotal', '.items.quantity', '.items.rate'),
    readOnly: true,
    setBy: 'items',
    default: 0,
    example: 825,
    typeName: 'Subtotal',
    description: 'Before discounts and tax.',
  }),
  discountTotal: money({
    ...derivedFrom(originals, 'discountTotal', '.items.discountAmount'),
    readOnly: true,
    setBy: 'items',
    default: 0,
    example: 123.75,
  }),
  taxTotal: money({
    ...derivedFrom(originals, 'taxTotal', '.items.taxAmount'),
    readOnly: true,
    setBy: 'items',
    default: 0,
    example: 133.24,
  }),
  taxBreakdown: list(
    group(
      {
        rate: percent({ required: true, example: 19 }),
        base: money({ required: true, example: 701.25, description: 'After discount, before tax.' }),
        amount: money({ required: true, example: 133.24 }),
      },
      { typeName: 'TaxOfRate' },
    ),
    {
      typeName: 'TaxBreakdown',
      ...derivedFrom(originals, 'taxBreakdown', '.items.amount', '.items.taxRate', '.items.taxAmount', '.taxTotal'),
      readOnly: true,
      computed: true,
      description: 'The tax of each rate, the lowest first.',
    },
  ),
  total: money({
    ...derivedFrom(originals, 'total', '.items.amount', '.subtotal', '.discountTotal', '.taxTotal'),
    readOnly: true,
    setBy: 'items',
    default: 0,
    indexed: true,
    summed: true,
    example: 834.49,
  }),
})

/** Compared with the total, so it would tell a hidden one. */
export const expectedTotal = money({
  typeName: 'ExpectedTotal',
  transient: true,
  min: 0,
  hiddenWith: ['.total'],
  description: 'Refuses the document if its total comes out differently.',
})

export const taxRounding = choice(TAX_ROUNDINGS, {
  typeName: 'TaxRounding',
  readOnly: true,
  setBy: 'PUT /settings',
  filled: true,
  description: 'Tax is rounded once for each rate, or on each line: as in the settings when it was created.',
})

export const pricesIncludeTax = flag({
  typeName: 'PricesIncludeTax',
  readOnly: true,
  setBy: 'PUT /settings',
  filled: true,
  description: 'The rates of the lines contain the tax: as in the settings when it was created.',
})

export const currency = text({
  typeName: 'DocumentCurrency',
  readOnly: true,
  setBy: 'PUT /settings',
  mustMatch: msg`All amounts are in the currency of the company.`,
  filled: true,
  example: 'EUR',
  description: 'That of the company. A body with another one is refused.',
})
