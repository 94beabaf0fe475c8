import { type Migration, optional, required } from '../schema-change.ts'

/** Users, roles and their sessions. */
export const access: Migration = {
  name: '0002-access',
  async up(schema) {
    await schema.createRecords(
      'roles',
      { name: required.text, description: optional.text, permissions: required.json, isShipped: required.flag },
      { unique: ['name'] },
    )
    await schema.createRecords(
      'users',
      {
        email: required.text,
        name: required.text,
        role: required.text,
        type: required.text,
        isActive: required.flag,
        passwordHash: optional.text,
      },
      { unique: ['email'], indexed: ['name', 'role'], searched: true },
    )
    await schema.createRecords(
      'sessions',
      {
        user: required.idOf('users'),
        salt: required.text,
        generation: required.integer,
        rotatedAt: required.text,
        lastSeenAt: required.text,
        address: required.text,
        userAgent: optional.text,
        expiresAt: required.text,
        endsAt: required.text,
        endedAt: optional.text,
        endReason: optional.text,
      },
      { indexed: ['user', 'expiresAt'] },
    )
    await schema.createRecords(
      'access-tokens',
      { session: required.idOf('sessions'), expiresAt: required.text },
      { indexed: ['session', 'expiresAt'] },
    )
  },
}
