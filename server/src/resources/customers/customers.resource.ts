import { choice, flag, group, money, text } from '../../model/fields.ts'
import { LANGUAGES } from '../../model/languages.ts'
import { defineResource, type Row } from '../../model/resource.ts'
import { activityFields } from '../shared/activity.ts'

export const customers = defineResource({
  name: 'customers',
  singular: 'customer',
  idPrefix: 'cus',
  title: 'name',
  hit: { name: 'name' },
  key: ['name', 'email'],
  similarBy: ['name', 'email', 'taxId'],
  description: 'Who the company sells to.',
  fields: {
    name: text({ required: true, search: true, indexed: true, max: 200, example: 'Nordlicht Fahrräder GmbH' }),
    email: text({ search: true, indexed: true, format: 'email', max: 254, example: 'einkauf@nordlicht.example' }),
    phone: text({ max: 40, example: '+49 40 5550199' }),
    type: text({
      default: 'Company',
      counted: true,
      max: 60,
      example: 'Company',
      description: 'Any text; Company and Individual are usual.',
    }),
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
    creditLimit: money({ min: 0, indexed: true, example: 5000, description: '0 or null: no limit.' }),
    creditHold: flag({ default: false, description: 'While true, no order of the customer can be submitted.' }),
    paymentTerms: text({
      defaulted: true,
      max: 100,
      example: 'Net 30',
      description: 'If left out: as in the settings.',
    }),
    taxId: text({ max: 64, indexed: true, example: 'DE123456789' }),
    language: choice(LANGUAGES, { description: "Of printed documents; null: the settings' documentLanguage." }),
    balance: group(
      {
        outstanding: money({
          default: 0,
          figure: true,
          reveals: ['*.outstanding'],
          ofMany: true,
          description: 'What is unpaid on issued invoices.',
        }),
        overdue: money({
          default: 0,
          figure: true,
          reveals: ['*.outstanding', '*.isOverdue'],
          ofMany: true,
          description: 'The part of it that is past its due date.',
        }),
        uninvoicedOrders: money({
          default: 0,
          figure: true,
          reveals: ['sales-orders.total'],
          ofMany: true,
          description: 'Open orders that are not yet invoiced.',
        }),
        availableCredit: money({
          hiddenWith: ['.creditLimit', '.balance.outstanding', '.balance.uninvoicedOrders'],
          description: 'What is left of the credit limit; null without a limit.',
        }),
      },
      { readOnly: true, computed: true },
    ),
    ...activityFields('An inactive customer cannot get new orders.'),
  },
})

export type Customer = Row<typeof customers>
