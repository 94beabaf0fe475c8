import { msg } from '../../model/message.ts'
import { Problem } from '../problem.ts'

export const NOTHING_TO_MATCH = msg`There is no record yet that If-Match could match.`

/** Refuses to change a record that is not in one of the versions that the client knows. */
export function refuseStale(versions: readonly number[], current: { readonly version: number }): void {
  if (versions.includes(current.version)) return
  throw new Problem('VERSION_MISMATCH', {
    text: msg`The record has changed since you read it; it is now at version ${current.version}. Read it again and repeat your change.`,
  })
}
