import { choice, type FieldOptions, group, text } from '../../model/fields.ts'
import { LANGUAGES } from '../../model/languages.ts'
import { activityFields } from './activity.ts'

/**
 * What is known of everyone the company does business with; documents copy and print it by these names. `inactive` says what
 * an inactive one cannot get, `terms` what else holds of the terms of payment. A declaration places them among its own.
 */
export const partyFields = (inactive: string, terms: Pick<FieldOptions, 'defaulted' | 'description'> = {}) => ({
  name: text({ required: true, search: true, indexed: true, max: 200, example: 'Nordlicht Fahrräder GmbH' }),
  email: text({ search: true, indexed: true, format: 'email', max: 254, example: 'einkauf@nordlicht.example' }),
  phone: text({ max: 40, example: '+49 40 5550199' }),
  address: group({
    street: text({ max: 200, example: 'Hafenstraße 12' }),
    city: text({ indexed: true, max: 100, example: 'Hamburg' }),
    state: text({ max: 100, example: 'Hamburg' }),
    zipCode: text({ max: 20, example: '20457' }),
    country: text({
      format: 'country',
      isIdentifier: true,
      indexed: true,
      max: 2,
      example: 'DE',
      description: 'ISO 3166 alpha-2.',
    }),
  }),
  paymentTerms: text({ ...terms, max: 100, example: 'Net 30' }),
  taxId: text({ max: 64, indexed: true, example: 'DE123456789' }),
  language: choice(LANGUAGES, { description: "Of printed documents; null: the settings' documentLanguage." }),
  ...activityFields(inactive),
})
