import type { Changes } from '../../model/changes.ts'
import { integer, json, text } from '../../model/fields.ts'
import { defineResource, type Row } from '../../model/resource.ts'

/** One row for each change and event. Rows are added, never changed or removed. */
export const auditLog = defineResource({
  name: 'audit-log',
  singular: 'audit log entry',
  idPrefix: 'aud',
  title: 'action',
  description: 'Changes, sign-ins and refused requests, each with its user. Entries cannot be changed.',
  administrative: true,
  fields: {
    actor: text({
      readOnly: true,
      isIdentifier: true,
      indexed: true,
      max: 64,
      description: 'The user; null for the service itself.',
    }),
    actorName: text({
      readOnly: true,
      max: 200,
      hiddenWith: ['users.name'],
      description: 'What the user was called then.',
    }),
    credential: text({
      readOnly: true,
      max: 64,
      description: 'The session, API key or grant that was used; its prefix tells which.',
    }),
    address: text({ readOnly: true, max: 64, example: '203.0.113.7' }),
    requestId: text({
      readOnly: true,
      isIdentifier: true,
      indexed: true,
      max: 64,
      description: 'As in the X-Request-Id of the answer. A client may choose it, and use it for several requests.',
    }),
    serverRequestId: text({
      readOnly: true,
      max: 64,
      description: 'Made by the server for each request. The same as requestId where the client sent none.',
    }),
    action: text({
      readOnly: true,
      required: true,
      isIdentifier: true,
      indexed: true,
      counted: true,
      max: 60,
      example: 'update',
      description: 'create, update, delete, or an event such as login or refused.',
    }),
    resource: text({ readOnly: true, required: true, isIdentifier: true, indexed: true, counted: true, max: 60 }),
    recordId: text({ readOnly: true, isIdentifier: true, indexed: true, max: 64 }),
    recordVersion: integer({
      readOnly: true,
      description: 'The version of the record after the change; null for what is no change of a record.',
    }),
    operation: text({
      readOnly: true,
      max: 100,
      description: 'What was asked for. One request may change several records; they share the request id.',
    }),
    changes: json<Changes | null>({
      readOnly: true,
      computed: true,
      example: { price: [82.5, 84] },
      description: 'Before and after, by field, as far as you may see them.',
    }),
    hash: text({
      readOnly: true,
      required: true,
      max: 64,
      description: 'Hash over this entry and the hash of the entry before it.',
    }),
    diff: json<Changes>({ readOnly: true, secret: true }),
    chain: integer({ readOnly: true, required: true, secret: true }),
    sequence: integer({ readOnly: true, required: true, secret: true }),
    /** Of the transaction among those of all chains: greater than that of every transaction it has waited for. */
    position: integer({ readOnly: true, secret: true }),
  },
})
export type AuditEntry = Row<typeof auditLog>

/** The last entry of each chain. There are several chains, so that writers need not wait for one. */
export const auditChains = defineResource({
  name: 'audit-chains',
  singular: 'audit chain',
  idPrefix: 'chn',
  title: 'hash',
  description: 'The last entry of each chain.',
  internal: true,
  fields: {
    sequence: integer({ required: true }),
    hash: text({ required: true, max: 64 }),
    /** The id of the key that sealed the last entry; null before the first start with a version that stores it. */
    key: text({ max: 64 }),
    /** The position of the last transaction that has added to the chain. */
    position: integer({ required: true, default: 0 }),
  },
})
