import { type Migration, optional } from '../schema-change.ts'

export const defaultValues: Migration = {
  name: '0036-default-values',
  async up(schema) {
    await schema.addColumn('settings', 'defaults_taxRate', optional.decimal)
    await schema.addColumn('settings', 'defaults_uom', optional.text)
    await schema.addColumn('settings', 'defaults_paymentTerms', optional.text)
  },
}
