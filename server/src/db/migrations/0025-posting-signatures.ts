import { type Migration, required } from '../schema-change.ts'

/** All bits: the record may contain any word. */
const UNKNOWN = -1

/** Each posting gets the signature of all words of its record, so that a walk can skip records without another word. */
export const postingSignatures: Migration = {
  name: '0025-posting-signatures',
  up: (schema) => schema.addColumn('postings', 'signature', required.integer, UNKNOWN),
}
