import type { Context } from '../../core/action.ts'
import { refuseBlocked } from '../../core/problem.ts'
import { defineRules, type Rules } from '../../core/rules.ts'
import type { Stock } from '../../core/stock-actions.ts'
import type { InputOf } from '../../model/fields.ts'
import { msg } from '../../model/message.ts'
import type { Resource } from '../../model/resource.ts'
import { foldCase } from '../../model/text.ts'
import { type User, users } from '../access.resources.ts'
import { noticesOfChange } from '../mail/notices.ts'
import { endLinksOf } from '../password-links/password-links.ts'
import { refuseWeak } from '../password-rules.ts'
import { hashPassword } from '../passwords.ts'
import { endSessionsOf } from '../sessions.ts'
import { canSignIn } from './can-sign-in.ts'
import {
  ADMIN,
  closedFor,
  deletionBlockerOf,
  lastAdministrator,
  lockRoles,
  refuseExceedingRole,
  roleNamed,
} from './user-guards.ts'

/** What holds of every user, also where users change their own sign-in. */
export const signInRules = defineRules(users, {
  async derive({ email, name, role, password }, ctx) {
    if (password) refuseWeak(password, [email, name])
    // Roles are compared by their names, so they must be spelt alike.
    return { email: foldCase(email.trim()), role: (await roleNamed(ctx, role)).name }
  },
  problems: ['DOCUMENT_LOCKED'],
  async changed(ctx, { before, after }) {
    if (after) await noticesOfChange(ctx, before, after)
  },
  check: ({ type, passwordHash }) =>
    type === 'service' && passwordHash
      ? [{ field: 'type', message: msg`A service has no password: it signs in by API keys.` }]
      : [],
})

/** Users who are administered by others. `subjects` is all that a role can be given rights on. */
export const userRules = (subjects: readonly Resource[]): Rules<typeof users> => ({
  ...signInRules,
  async derive(user, ctx, before) {
    await lockRoles(ctx, before ? [ADMIN, user.role] : [user.role])
    return signInRules.derive!(user, ctx, before)
  },
  closed: (user, ctx) => closedFor(ctx, subjects, user),
  deletionBlocker: (user, ctx) => deletionBlockerOf(ctx, subjects, user),
  async changed(ctx, { before, after }) {
    if (!after) {
      await lockRoles(ctx, [ADMIN])
      return endLinksOf(ctx, before!.id)
    }
    await refuseExceedingRole(ctx, subjects, after)
    if (before) {
      refuseBlocked(await lastAdministrator(ctx, before, after))
      await endSessionsIfShutOut(ctx, before, after)
    }
    await signInRules.changed!(ctx, { ...(before && { before }), after })
  },
})

async function endSessionsIfShutOut(ctx: Context, before: User, after: User): Promise<void> {
  if (canSignIn(after) && before.passwordHash === after.passwordHash) return
  await endSessionsOf(ctx, after.id, canSignIn(after) ? 'password changed' : 'user shut out')
  await endLinksOf(ctx, after.id)
}

type UserInput = Partial<InputOf<typeof users.fields>>

/** Before the transaction begins: it takes a tenth of a second. */
async function hashed(_ctx: unknown, input: UserInput): Promise<UserInput & { passwordHash?: string | null }> {
  const { password } = input
  if (password === undefined) return input
  if (password === null) return { ...input, passwordHash: null }
  refuseWeak(password, [input.email ?? '', input.name ?? ''])
  return { ...input, passwordHash: await hashPassword(password) }
}

export const userStock: Stock = {
  create: {
    description: 'Without a password the user cannot sign in until one is set; a service never can.',
    sessionOnly: true,
    needsProof: true,
    prepare: hashed,
  },
  update: {
    description: 'Shutting a user out, or giving a new password, ends the sessions of that user at once.',
    needsProof: true,
    prepare: hashed,
  },
  delete: {
    description: 'Only a user who has never done anything. Set isActive to false for the others.',
    needsProof: true,
  },
}
