import type { Context } from '../../core/action.ts'
import type { Reads } from '../../core/store.ts'
import { list, text } from '../../model/fields.ts'
import { users } from '../access.resources.ts'

/** Common parts of the actions on the user's own second factors. */
export const ownFactors = { access: 'signed-in', sessionOnly: true, duringSetUp: true, sensitive: true } as const

export const shownCodes = list(text(), {
  description: 'Each is good once, in the place of a code. They are not shown again.',
})

/** The name of the company, as it is set: authenticator apps and browsers show it. */
export type CompanyName = (records: Reads) => Promise<string>

/** Records in the audit log that a user has got a factor, or lost one. */
export function noteFactor({ records }: Context, userId: string, before: string | null, after: string | null): void {
  const action = after === null ? 'second-factor-removed' : 'second-factor-added'
  records.note({ action, resource: users.name, recordId: userId, changes: { factor: [before, after] } })
}
