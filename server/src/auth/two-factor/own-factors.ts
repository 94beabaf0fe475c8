import type { Context } from '../../core/action.ts'
import type { Reads } from '../../core/store.ts'
import { list, text } from '../../model/fields.ts'
import { type User, users } from '../access.resources.ts'
import { notify } from '../mail/notices.ts'

/** Common parts of the actions on the user's own second factors. */
export const ownFactors = { access: 'signed-in', sessionOnly: true, duringSetUp: true, sensitive: true } as const

export const shownCodes = list(text(), {
  description: 'Each is good once, in the place of a code. They are not shown again.',
})

/** The name of the company, as it is set: authenticator apps and browsers show it. */
export type CompanyName = (records: Reads) => Promise<string>

/** A user has got a factor, or lost one: it is recorded in the audit log, and the user is told. */
export async function noteFactor(ctx: Context, user: User, before: string | null, after: string | null): Promise<void> {
  const action = after === null ? 'second-factor-removed' : 'second-factor-added'
  ctx.records.note({ action, resource: users.name, recordId: user.id, changes: { factor: [before, after] } })
  await notify(ctx, action, user, { factor: after ?? before ?? '' })
}
