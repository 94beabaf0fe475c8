import { type Action, writeAction } from '../../core/action.ts'
import { Problem } from '../../core/problem.ts'
import { msg } from '../../model/message.ts'
import type { Resource } from '../../model/resource.ts'
import { type User, users } from '../access.resources.ts'
import { notify } from '../mail/notices.ts'
import { endSessionsOf } from '../sessions.ts'
import { exceedingUser } from '../users/user-guards.ts'
import { removeAllFactors } from './factors.ts'

/** For a user who has lost the device and the recovery codes. */
export const resetTwoFactorAction = (subjects: readonly Resource[]): Action =>
  writeAction({
    name: 'reset-two-factor',
    method: 'POST',
    path: '/:id/reset-two-factor',
    summary: 'Remove the second factors of a user',
    description: 'Ends the sessions of the user, who signs in by the password alone and can set up a new factor.',
    access: 'update',
    sessionOnly: true,
    needsProof: true,
    status: 200,
    problems: ['DOCUMENT_LOCKED'],
    async blocker(user: User, ctx) {
      if (user.id === ctx.actor.userId)
        return new Problem('FORBIDDEN', { text: msg`Remove your own second factor in your profile.` })
      if (!user.hasSecondFactor) return new Problem('DOCUMENT_LOCKED', { text: msg`This user has no second factor.` })
      return exceedingUser(ctx, subjects, user.role)
    },
    async run(ctx, { id }) {
      const user = await ctx.records.lock(users, id)
      await removeAllFactors(ctx, user)
      await endSessionsOf(ctx, id, 'second factor reset')
      await notify(ctx, 'second-factor-reset', user)
      ctx.records.note({ action: 'second-factor-reset', resource: users.name, recordId: id })
      return { record: await ctx.records.get(users, id) }
    },
  })
