import { type Migration, optional } from '../schema-change.ts'

export const rights: Migration = {
  name: '0029-rights',
  async up(schema) {
    await schema.addColumn('audit-log', 'serverRequestId', optional.text)
    await schema.addColumn('deliveries', 'deliveryAddress_street', optional.text)
    await schema.addColumn('deliveries', 'deliveryAddress_city', optional.text)
    await schema.addColumn('deliveries', 'deliveryAddress_state', optional.text)
    await schema.addColumn('deliveries', 'deliveryAddress_zipCode', optional.text)
    await schema.addColumn('deliveries', 'deliveryAddress_country', optional.text)
  },
}
