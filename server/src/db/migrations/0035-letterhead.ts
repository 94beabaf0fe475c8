import { type Migration, optional, required } from '../schema-change.ts'

export const letterhead: Migration = {
  name: '0035-letterhead',
  async up(schema) {
    await schema.addColumn('customers', 'language', optional.text)
    await schema.addColumn('settings', 'documentLanguage', required.text, 'en')
    await schema.addColumn('settings', 'letterhead_paper', required.text, 'a4')
    await schema.addColumn('settings', 'letterhead_addressWindow', optional.text)
    await schema.addColumn('settings', 'letterhead_accentColour', optional.text)
    await schema.addColumn('settings', 'letterhead_footerLines', required.json, '[]')
    await schema.addColumn('settings', 'letterhead_accountHolder', optional.text)
    await schema.addColumn('settings', 'letterhead_iban', optional.text)
    await schema.addColumn('settings', 'letterhead_bic', optional.text)
    await schema.addColumn('settings', 'logo', optional.text)
    await schema.createRecords('logos', { type: required.text, content: required.text })
  },
}
