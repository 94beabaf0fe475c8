import { type Migration, optional, required } from '../schema-change.ts'

export const webhooks: Migration = {
  name: '0039-webhooks',
  async up(schema) {
    await schema.createRecords(
      'webhooks',
      {
        url: required.text,
        description: optional.text,
        events: required.json,
        filter: optional.json,
        isActive: required.flag,
        disabledReason: optional.text,
        secretRotatedAt: optional.text,
        sealedSecret: required.text,
        sealedPreviousSecret: optional.text,
        grant: optional.json,
      },
      { indexed: ['isActive'], searched: true },
    )
    await schema.createRecords('webhook-states', {
      cursor: required.text,
      holder: optional.text,
      leaseCount: required.integer,
      lastDeliveredAt: optional.text,
      failingSince: optional.text,
      lastFailure: optional.text,
      replayCursor: optional.text,
      replayFrom: optional.text,
      replayTo: optional.text,
    })
    await schema.createRecords(
      'webhook-deliveries',
      {
        webhook: required.text,
        eventId: required.text,
        type: required.text,
        resource: optional.text,
        recordId: optional.text,
        recordVersion: optional.integer,
        status: required.text,
        attemptCount: required.integer,
        attempts: required.json,
        nextAttemptAt: optional.text,
        payload: required.text,
        expiresAt: required.text,
      },
      { indexed: ['webhook', 'eventId', 'recordId', 'nextAttemptAt', 'expiresAt'] },
    )
    await schema.createIndex('webhook-deliveries', 'webhook', 'nextAttemptAt')
  },
}
