import { type Migration, optional, required } from '../schema-change.ts'

/** API keys, and the audit log. */
export const administration: Migration = {
  name: '0006-administration',
  async up(schema) {
    await schema.createRecords(
      'api-keys',
      {
        name: required.text,
        owner: required.idOf('users'),
        scopes: required.json,
        resources: optional.json,
        allowedIps: required.json,
        expiresAt: required.text,
        prefix: required.text,
        lastFour: required.text,
        keyHash: required.text,
        replacedBy: optional.text,
      },
      {
        unique: ['keyHash'],
        indexed: ['name', 'owner', 'expiresAt', 'replacedBy'],
        searched: true,
        retained: true,
      },
    )
    await schema.createRecords('api-key-uses', {
      lastUsedAt: required.text,
      lastUsedIp: required.text,
      useCount: required.integer,
    })
    await schema.createRecords(
      'audit-log',
      {
        actor: optional.text,
        actorName: optional.text,
        credential: optional.text,
        address: optional.text,
        requestId: optional.text,
        action: required.text,
        resource: required.text,
        recordId: optional.text,
        operation: optional.text,
        hash: required.text,
        diff: required.json,
        chain: required.integer,
        sequence: required.integer,
      },
      { indexed: ['actor', 'requestId', 'action', 'resource', 'recordId'] },
    )
    await schema.run(
      schema.builder.schema.createIndex('audit-log_chain').unique().on('audit-log').columns(['chain', 'sequence']),
    )
    await schema.makeAppendOnly('audit-log')
    await schema.createRecords('audit-chains', { sequence: required.integer, hash: required.text })
    const begun = '1970-01-01T00:00:00.000Z'
    const heads = [0, 1, 2, 3, 4, 5, 6, 7].map((chain) => ({
      id: `chn_${chain}`,
      sequence: 0,
      hash: '',
      createdAt: begun,
      updatedAt: begun,
      version: 1,
    }))
    await schema.run(schema.builder.insertInto('audit-chains').values(heads))
  },
}
