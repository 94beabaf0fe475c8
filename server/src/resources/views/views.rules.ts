import type { Context } from '../../core/action.ts'
import type { Behaviour } from '../../core/entry.ts'
import { defineRules } from '../../core/rules.ts'
import { msg } from '../../model/message.ts'
import { type View, views } from './views.resource.ts'

const RESOURCE_NAME = /^[a-z]+(-[a-z]+)*$/

export const viewRules = defineRules(views, {
  derive: ({ query }) => ({ query: query.replace(/^\?/, '') }),
  check: ({ resource }) =>
    RESOURCE_NAME.test(resource)
      ? []
      : [
          {
            field: 'resource',
            message: msg`Resource must be the name of a resource, such as "items"; GET /resources lists them.`,
          },
        ],
  async changed(ctx, { after }) {
    if (after) await leaveOneDefault(ctx, after)
  },
})

export const viewBehaviour: Behaviour = {
  rules: viewRules,
  stock: { create: { summary: 'Save a view' }, update: { summary: 'Change a view' } },
}

/** A user has one default view of a list: a new one replaces the old one. */
async function leaveOneDefault(ctx: Context, { id, createdBy, resource, isDefault }: View): Promise<void> {
  if (!isDefault || createdBy === null) return
  for (const other of await ctx.records.related(views, 'createdBy', [createdBy]))
    if (other.isDefault && other.resource === resource && other.id !== id)
      await ctx.records.update(views, other, { isDefault: false })
}
