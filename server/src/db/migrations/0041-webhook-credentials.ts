import { sql } from 'kysely'
import { type Migration, optional } from '../schema-change.ts'

/**
 * Deliveries keep the address that they were written for, and what the webhook did not see then. An older delivery gets the
 * address of its webhook if that has not changed since; otherwise the address is not known, and the delivery is not sent again.
 */
export const webhookCredentials: Migration = {
  name: '0041-webhook-credentials',
  async up(schema) {
    await schema.addColumn('webhook-deliveries', 'url', optional.text)
    await schema.addColumn('webhook-deliveries', 'droppedReason', optional.text)
    await schema.addColumn('webhook-deliveries', 'limits', optional.json)
    const url = sql<string | null>`(
      select w.url from webhooks w
      where w.id = "webhook-deliveries".webhook and w."updatedAt" <= "webhook-deliveries"."createdAt"
    )`
    await schema.run(schema.builder.updateTable('webhook-deliveries').set({ url }))
  },
}
