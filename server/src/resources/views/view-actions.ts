import { type Action, type Context, writeAction } from '../../core/action.ts'
import { createRecord, updateRecord } from '../../core/changes.ts'
import { defineRules } from '../../core/rules.ts'
import { type AnyRecord, fieldsOf } from '../../model/resource.ts'
import { type View, views } from './views.resource.ts'

const RESOURCE_NAME = /^[a-z]+(-[a-z]+)*$/

export const viewRules = defineRules(views, {
  derive: ({ query }) => ({ query: query.replace(/^\?/, '') }),
  check: ({ resource }) =>
    RESOURCE_NAME.test(resource)
      ? []
      : [{ field: 'resource', message: 'Resource must be the name of one, as GET /resources tells it.' }],
})

/** One begins with one view: a new default takes the place of the old one. */
async function leaveOneDefault(ctx: Context, { id, createdBy, resource, isDefault }: View): Promise<void> {
  if (!isDefault || createdBy === null) return
  for (const other of await ctx.records.related(views, 'createdBy', [createdBy]))
    if (other.isDefault && other.resource === resource && other.id !== id)
      await ctx.records.update(views, other, { isDefault: false })
}

export const createView: Action = writeAction({
  name: 'create',
  method: 'POST',
  path: '',
  summary: 'Save a view',
  access: 'create',
  input: fieldsOf(views),
  mode: 'create',
  status: 201,
  async run(ctx, { input }) {
    const record = await createRecord(ctx, views, viewRules, input as AnyRecord)
    await leaveOneDefault(ctx, record)
    return { record }
  },
})

export const updateView: Action = writeAction({
  name: 'update',
  method: 'PUT',
  path: '/:id',
  summary: 'Change a view',
  access: 'update',
  input: fieldsOf(views),
  mode: 'update',
  status: 200,
  async run(ctx, { id, input }) {
    const { after } = await updateRecord(ctx, views, viewRules, id, input as AnyRecord)
    await leaveOneDefault(ctx, after)
    return { record: after }
  },
})
