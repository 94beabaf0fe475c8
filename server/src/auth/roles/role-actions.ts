import { type Action, type Context, writeAction } from '../../core/action.ts'
import { createRecord, removeRecord, updateRecord } from '../../core/changes.ts'
import { Problem } from '../../core/problem.ts'
import type { Rules } from '../../core/rules.ts'
import { fieldsOf, type Resource } from '../../model/resource.ts'
import { type Role, roles, users } from '../access.resources.ts'
import { refuseExceeding } from '../rights.ts'

/** Roles of one's own. Whoever makes them cannot put more into them than he has. */
export function roleActions(resources: readonly Resource[], rules: Rules<typeof roles>): Action[] {
  const refuseRising = ({ actor }: Context, role: Role) => {
    if (role.name === actor.role) {
      throw new Problem('FORBIDDEN', { message: 'You cannot change the role that you have yourself.' })
    }
    refuseExceeding(role.permissions, actor.permissions, resources, `The role "${role.name}"`)
  }
  return [
    writeAction({
      name: 'create',
      method: 'POST',
      path: '',
      summary: 'Create a role',
      access: 'create',
      sessionOnly: true,
      input: fieldsOf(roles),
      mode: 'create',
      status: 201,
      async run(ctx, { input }) {
        const record = await createRecord(ctx, roles, rules, input)
        refuseRising(ctx, record)
        return { record }
      },
    }),
    writeAction({
      name: 'update',
      method: 'PUT',
      path: '/:id',
      summary: 'Update a role',
      description: 'Acts on the next request of everybody who has it. Shipped roles cannot be changed.',
      access: 'update',
      sessionOnly: true,
      input: fieldsOf(roles),
      mode: 'update',
      status: 200,
      problems: ['DOCUMENT_LOCKED'],
      async run(ctx, { id, input }) {
        const { before, after } = await updateRecord(ctx, roles, rules, id, input)
        refuseRising(ctx, before)
        refuseRising(ctx, after)
        return { record: after }
      },
    }),
    writeAction({
      name: 'delete',
      method: 'DELETE',
      path: '/:id',
      summary: 'Delete a role',
      access: 'delete',
      sessionOnly: true,
      status: 204,
      problems: ['RESOURCE_IN_USE', 'DOCUMENT_LOCKED'],
      async run(ctx, { id }) {
        const role = await ctx.records.lock(roles, id)
        refuseExceeding(role.permissions, ctx.actor.permissions, resources, `The role "${role.name}"`)
        const user = await ctx.records.find(users, { role: role.name })
        if (user) {
          throw new Problem('RESOURCE_IN_USE', {
            message: `The role "${role.name}" is that of ${user.name} and perhaps of others. Give them another role first.`,
          })
        }
        await removeRecord(ctx, roles, rules, id)
        return undefined
      },
    }),
  ]
}
