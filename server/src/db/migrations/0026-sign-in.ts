import { type Migration, optional, required } from '../schema-change.ts'

export const signIn: Migration = {
  name: '0026-sign-in',
  async up(schema) {
    await schema.addColumn('roles', 'requiresSecondFactor', required.flag, false)
    await schema.addColumn('roles', 'secondFactorGraceDays', required.integer, 14)
    await schema.addColumn('roles', 'secondFactorRequiredSince', optional.text)
    await schema.addColumn('users', 'hasSecondFactor', required.flag, false)
    await schema.addColumn('users', 'ssoSubject', optional.text)
    await schema.createIndex('users', 'ssoSubject')
    await schema.addColumn('sessions', 'provenAt', optional.text)
    await schema.addColumn('sessions', 'isSso', required.flag, false)
    await schema.createRecords(
      'second-factors',
      {
        user: required.idOf('users'),
        kind: required.text,
        name: required.text,
        secret: optional.text,
        counter: required.integer,
        credentialId: optional.text,
        publicKey: optional.text,
        origin: optional.text,
        transports: required.json,
        confirmedAt: optional.text,
        lastUsedAt: optional.text,
      },
      { indexed: ['user', 'credentialId'] },
    )
    await schema.createRecords(
      'recovery-codes',
      { user: required.idOf('users'), digest: required.text, usedAt: optional.text },
      { indexed: ['user', 'digest'] },
    )
    await schema.createRecords(
      'challenges',
      {
        user: required.idOf('users'),
        purpose: required.text,
        passwordDigest: required.text,
        failures: required.integer,
        usedAt: optional.text,
        expiresAt: required.text,
      },
      { indexed: ['user', 'expiresAt'] },
    )
  },
}
