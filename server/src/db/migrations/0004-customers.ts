import { type Migration, optional, required } from '../schema-change.ts'

export const customers: Migration = {
  name: '0004-customers',
  up: (schema) =>
    schema.createRecords(
      'customers',
      {
        name: required.text,
        email: optional.text,
        phone: optional.text,
        type: required.text,
        address_street: optional.text,
        address_city: optional.text,
        address_state: optional.text,
        address_zipCode: optional.text,
        address_country: optional.text,
        creditLimit: optional.decimal,
        creditHold: required.flag,
        paymentTerms: optional.text,
        taxId: optional.text,
        isActive: required.flag,
        status: required.text,
      },
      {
        indexed: ['name', 'email', 'type', 'address_city', 'address_country', 'creditLimit', 'isActive', 'status'],
        searched: true,
      },
    ),
}
