import { authorise } from '../core/access.ts'
import { type Action, type Context, writeAction } from '../core/action.ts'
import { updateRecord } from '../core/changes.ts'
import { Problem } from '../core/problem.ts'
import type { Reads } from '../core/store.ts'
import { text } from '../model/fields.ts'
import { msg } from '../model/message.ts'
import { PASSWORD_MAX, type User, users } from './access.resources.ts'
import { noticesOfChange } from './mail/notices.ts'
import { refuseWeak } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { endSessionsOf } from './sessions.ts'
import { type CheckedUser, isKnown, lockChecked, userBy } from './sign-in-actions.ts'
import type { Throttle } from './throttle.ts'
import { signInRules } from './users/user-rules.ts'

export const currentPassword = text({
  required: true,
  max: PASSWORD_MAX,
  verbatim: true,
  example: 'correct horse battery staple',
})

const WRONG = { text: msg`The current password is wrong.` }

/** Every change of the own sign-in takes the current password: an open session alone is not enough. */
export async function checkedSelf(ctx: Context<Reads>, throttle: Throttle, password: string): Promise<CheckedUser> {
  const { email } = await ctx.records.get(users, ctx.actor.userId!)
  const user = await userBy(ctx, { throttle, mayUsePassword: () => true }, { email, password })
  if (isKnown(user)) return user
  throw new Problem('INVALID_CREDENTIALS', WRONG)
}

export async function lockSelf({ records }: Context, checked: CheckedUser): Promise<User> {
  const user = await lockChecked(records, checked)
  if (user) return user
  throw new Problem('INVALID_CREDENTIALS', WRONG)
}

export const changePasswordAction = (throttle: Throttle): Action =>
  writeAction({
    name: 'change-password',
    method: 'POST',
    path: '/password',
    summary: 'Change my password',
    description: 'Ends all my other sessions.',
    access: 'signed-in',
    sessionOnly: true,
    duringSetUp: true,
    sensitive: true,
    status: 204,
    problems: ['INVALID_CREDENTIALS', 'TOO_MANY_ATTEMPTS'],
    input: {
      currentPassword,
      newPassword: text({ required: true, max: PASSWORD_MAX, verbatim: true, example: 'a better one than before' }),
    },
    async prepare(ctx, { currentPassword: password, newPassword }) {
      const checked = await checkedSelf(ctx, throttle, password)
      refuseWeak(newPassword, [checked.email, checked.name], 'newPassword')
      return { checked, passwordHash: await hashPassword(newPassword) }
    },
    async run(ctx, { input: { checked, passwordHash } }) {
      const user = await lockSelf(ctx, checked)
      const after = await ctx.records.update(users, user, { passwordHash })
      await endSessionsOf(ctx, user.id, 'password changed')
      await noticesOfChange(ctx, user, after)
      return undefined
    },
  })

export const changeEmailAction = (throttle: Throttle): Action =>
  writeAction({
    name: 'change-email',
    method: 'POST',
    path: '/email',
    summary: 'Change my e-mail address',
    description: 'Needs a role that may update users.',
    access: 'signed-in',
    sessionOnly: true,
    duringSetUp: true,
    sensitive: true,
    status: 204,
    problems: ['FORBIDDEN', 'FIELD_NOT_PERMITTED', 'INVALID_CREDENTIALS', 'TOO_MANY_ATTEMPTS'],
    input: { currentPassword, email: users.fields.email },
    async prepare(ctx, { currentPassword: password, email }) {
      permissionToUpdate(ctx)
      return { checked: await checkedSelf(ctx, throttle, password), email }
    },
    async run(ctx, { input: { checked, email } }) {
      const { id } = await lockSelf(ctx, checked)
      await updateRecord({ ...ctx, permission: permissionToUpdate(ctx) }, users, signInRules, id, { email })
      return undefined
    },
  })

const permissionToUpdate = ({ actor }: Context<Reads>) => authorise(actor, users, { method: 'PUT', access: 'update' })
