import { money, percent, quantity, ref, text } from '../../model/fields.ts'

export const DESCRIPTION_MAX = 2000

/** Lines that are priced, and lines that only structure the document. */
export const LINE_KINDS = ['item', 'text', 'heading', 'subtotal'] as const

const needed = { required: true } as const
const ignored = { readOnly: true, setBy: 'kind' } as const
const neededQuantity = quantity({ ...needed, min: 0.0001, example: 10 })
const structure = {
  quantity: quantity(ignored),
  rate: money(ignored),
  discount: percent(ignored),
  taxRate: percent(ignored),
  uom: text(ignored),
}

/** What a line must say depends on what it is: an item brings its price, its tax and its unit. */
const forms = [
  { where: { part: 'kind', values: ['subtotal'] }, parts: structure },
  {
    where: { part: 'kind', values: ['text', 'heading'] },
    parts: { ...structure, description: text({ ...needed, max: DESCRIPTION_MAX }) },
  },
  {
    says: 'description',
    omits: 'item',
    parts: { quantity: neededQuantity, rate: money({ ...needed, min: 0 }), taxRate: percent(needed) },
  },
  {
    parts: {
      item: ref('items', needed),
      quantity: neededQuantity,
      uom: text({ readOnly: true, setBy: 'item', example: 'Nos' }),
    },
  },
]

/** How the lines of a document with prices are read. */
export const pricedLineOptions = { required: true, min: 1, forms } as const
