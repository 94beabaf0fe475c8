import { choice, flag, group, integer, list, map, percent, text } from '../../model/fields.ts'
import { LANGUAGES } from '../../model/languages.ts'
import { TAX_ROUNDINGS } from '../../model/money.ts'
import { defineResource, type Row } from '../../model/resource.ts'

/** The one record of this resource. */
export const SETTINGS_ID = 'settings'

export const settings = defineResource({
  name: 'settings',
  guardsAccess: true,
  singular: 'settings',
  idPrefix: 'set',
  title: 'companyName',
  description: 'Name, currency, time zone and document numbers of the company. One record.',
  administrative: true,
  fields: {
    companyName: text({ default: 'My company', max: 200, example: 'Nordlicht Teile GmbH' }),
    address: group({
      street: text({ max: 200 }),
      city: text({ max: 100 }),
      state: text({ max: 100 }),
      zipCode: text({ max: 20 }),
      country: text({ format: 'country', max: 2, example: 'DE' }),
    }),
    taxId: text({ max: 64, example: 'DE123456789' }),
    email: text({ format: 'email', max: 254 }),
    phone: text({ max: 40 }),
    currency: text({
      default: 'EUR',
      max: 3,
      example: 'EUR',
      description: 'ISO 4217. Fixed once there are documents.',
    }),
    timeZone: text({ default: 'UTC', max: 60, example: 'Europe/Berlin', description: 'Used for document dates.' }),
    orderNumberPattern: text({
      default: 'SO-{year}-{number}',
      max: 40,
      description: '{year} and {number} are filled in; {number:7} has at least seven digits.',
    }),
    invoiceNumberPattern: text({ default: 'INV-{year}-{number}', max: 40, description: 'As for orders.' }),
    numberPatterns: map(text({ max: 40 }), {
      default: {},
      hiddenWith: ['.orderNumberPattern', '.invoiceNumberPattern'],
      example: { deliveries: 'DN-{year}-{number}' },
      description: 'By the resource of the document; those above are among them. What is left out stays as it is.',
    }),
    defaults: group({
      taxRate: percent({ example: 19, description: 'Of new items.' }),
      uom: text({ max: 32, example: 'Nos', description: 'Of new items.' }),
      paymentTerms: text({ max: 100, example: 'Net 30', description: 'Of new customers.' }),
    }),
    quotationValidDays: integer({ default: 30, min: 0, max: 3650, description: 'How long new quotations are valid.' }),
    taxRounding: choice(TAX_ROUNDINGS, {
      default: 'rate',
      description: 'Of new documents: the tax is rounded once for each rate, or on each line.',
    }),
    pricesIncludeTax: flag({
      default: false,
      description: 'Of new documents: rates, and the selling prices of items, contain the tax.',
    }),
    documentLanguage: choice(LANGUAGES, {
      default: 'en',
      description: 'Of documents for customers without a language.',
    }),
    letterhead: group({
      paper: choice(['a4', 'letter'], { default: 'a4' }),
      addressWindow: choice(['din5008', 'us'], { description: 'The window of the envelope; null: none.' }),
      accentColour: text({ format: 'colour', max: 7, example: '#3b4cb8' }),
      footerLines: list(text({ max: 100, example: 'Amtsgericht Hamburg, HRB 12345' }), { max: 6 }),
      accountHolder: text({ max: 70, description: 'Null: the company.' }),
      iban: text({ format: 'iban', max: 42, example: 'DE89370400440532013000', description: 'Stored without blanks.' }),
      bic: text({ format: 'bic', max: 14, example: 'COBADEFFXXX' }),
    }),
    logo: text({
      readOnly: true,
      setBy: 'PUT /settings/logo',
      max: 64,
      description: 'A digest of the stored logo; null: none.',
    }),
    plan: choice(['free', 'pro', 'enterprise'], { description: 'Rate limits; null: as the server was started.' }),
    sendsMail: flag({
      readOnly: true,
      computed: true,
      description: 'Whether this server can send e-mail; set by KONTOR_SMTP_URL and KONTOR_MAIL_FROM.',
    }),
    isSetUp: flag({
      default: false,
      description: 'The first steps are done; until then the web interface offers them.',
    }),
  },
})

export type Settings = Row<typeof settings>
