import { type Migration, optional } from '../schema-change.ts'

/** Which line of a quotation a line of an order takes of. */
export const quotationLines: Migration = {
  name: '0057-quotation-lines',
  up: (schema) => schema.addColumn('sales-orders_items', 'quotationLine', optional.text),
}
