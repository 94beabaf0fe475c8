import { idKind } from './id.ts'

/** The id of a record of the resource that `options.target` names. */
export const ref = idKind('ref', false)
