import { type Migration, optional } from '../schema-change.ts'

/** Each chain of the audit log says which key seals it; OAuth signing keys are stored anew, so that they can be rotated. */
export const secretRotation: Migration = {
  name: '0030-secret-rotation',
  async up(schema) {
    await schema.addColumn('audit-chains', 'key', optional.text)
    await schema.run(schema.builder.deleteFrom('secrets').where('name', 'like', 'oauth signing key %'))
  },
}
