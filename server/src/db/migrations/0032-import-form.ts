import { type Migration, required } from '../schema-change.ts'

/** An import knows whether its table began with a byte order mark, so that refused rows are given back in the same form. */
export const importForm: Migration = {
  name: '0032-import-form',
  async up(schema) {
    await schema.addColumn('imports', 'hasByteOrderMark', required.flag, false)
  },
}
