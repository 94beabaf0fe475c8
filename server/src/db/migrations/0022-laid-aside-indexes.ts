import { LAID_ASIDE } from '../bulk/laid-aside.ts'
import { type Migration, required } from '../schema-change.ts'

/** Where indexes are written down that wait until a table is filled. */
export const laidAsideIndexes: Migration = {
  name: '0022-laid-aside-indexes',
  async up(schema) {
    await schema.createTable(LAID_ASIDE, { name: required.text, definition: required.text }, ['name'])
  },
}
