import { type Action, writeAction } from '../../core/action.ts'
import { createRecord, removeRecord, updateRecord } from '../../core/changes.ts'
import type { InputOf } from '../../model/fields.ts'
import { fieldsOf, type Resource } from '../../model/resource.ts'
import { type User, users } from '../access.resources.ts'
import { refuseWeak } from '../password-rules.ts'
import { hashPassword } from '../passwords.ts'
import { endSessionsOf } from '../sessions.ts'
import {
  lockAdministrators,
  refuseKnown,
  refuseLastAdministrator,
  refuseOwnSignIn,
  refuseReactivation,
  refuseRising,
} from './user-guards.ts'
import { userRules } from './user-rules.ts'

type UserInput = Partial<InputOf<typeof users.fields>>

/** People and services, created and changed by whoever administers them. */
export function userActions(resources: readonly Resource[]): Action[] {
  return [
    writeAction({
      name: 'create',
      method: 'POST',
      path: '',
      summary: 'Create a user',
      description: 'Without a password the user cannot sign in until one is set; a service never can.',
      access: 'create',
      sessionOnly: true,
      input: fieldsOf(users),
      mode: 'create',
      status: 201,
      prepare: async (_ctx, input) => hashed(input as UserInput),
      async run(ctx, { input }) {
        const record = (await createRecord(ctx, users, userRules, input)) as User
        await refuseRising(ctx, resources, undefined, record)
        return { record }
      },
    }),
    writeAction({
      name: 'update',
      method: 'PUT',
      path: '/:id',
      summary: 'Update a user',
      description: 'Shutting a user out, or giving a new password, ends the sessions of that user at once.',
      access: 'update',
      input: fieldsOf(users),
      mode: 'update',
      status: 200,
      problems: ['DOCUMENT_LOCKED'],
      prepare: async (_ctx, input) => hashed(input as UserInput),
      async run(ctx, { id, input }) {
        await lockAdministrators(ctx)
        const { before, after } = await updateRecord(ctx, users, userRules, id, input)
        if (input.password) await refuseWeak(input.password, [after.email, after.name])
        refuseReactivation(ctx, before, after)
        await refuseRising(ctx, resources, before, after)
        refuseOwnSignIn(ctx, before, after, input)
        await refuseLastAdministrator(ctx, before, after)
        const isShutOut = !after.isActive || before.passwordHash !== after.passwordHash
        if (isShutOut) await endSessionsOf(ctx, id, after.isActive ? 'password changed' : 'user shut out')
        return { record: after }
      },
    }),
    writeAction({
      name: 'delete',
      method: 'DELETE',
      path: '/:id',
      summary: 'Delete a user',
      description: 'Only one that has never done anything. Others are made inactive.',
      access: 'delete',
      status: 204,
      problems: ['RESOURCE_IN_USE', 'DOCUMENT_LOCKED'],
      async run(ctx, { id }) {
        await lockAdministrators(ctx)
        const user = await ctx.records.lock(users, id)
        await refuseRising(ctx, resources, user, { ...user, isActive: false })
        await refuseLastAdministrator(ctx, user)
        await refuseKnown(ctx, user)
        await removeRecord(ctx, users, userRules, id)
        return undefined
      },
    }),
  ]
}

/** Before the transaction begins: it takes a tenth of a second. */
async function hashed(input: UserInput): Promise<UserInput & { passwordHash?: string | null }> {
  const { password } = input
  if (password === undefined) return input
  if (password === null) return { ...input, passwordHash: null }
  await refuseWeak(password, [input.email ?? '', input.name ?? ''])
  return { ...input, passwordHash: await hashPassword(password) }
}
