import { flag, group, money, text } from '../../model/fields.ts'
import { defineResource, type Row } from '../../model/resource.ts'
import { partyFields } from '../shared/party.fields.ts'

const { name, email, phone, address, paymentTerms, taxId, language, isActive, status } = partyFields(
  'An inactive customer cannot get new orders.',
  { defaulted: true, description: 'If left out: as in the settings.' },
)

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
    name,
    email,
    phone,
    type: text({
      default: 'Company',
      counted: true,
      max: 60,
      example: 'Company',
      description: 'Any text; Company and Individual are usual.',
    }),
    address,
    creditLimit: money({ min: 0, indexed: true, example: 5000, description: '0 or null: no limit.' }),
    creditHold: flag({ default: false, description: 'While true, no order of the customer can be submitted.' }),
    paymentTerms,
    taxId,
    language,
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
        credit: money({
          default: 0,
          figure: true,
          reveals: ['*.unallocated'],
          ofMany: true,
          description: 'What came in and is not allocated to invoices yet.',
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
    isActive,
    status,
  },
})

export type Customer = Row<typeof customers>
