import { fieldsOf, type Resource } from '../model/resource.ts'
import type { Action } from './action.ts'
import { historyAction } from './audit/history-action.ts'
import { createRecord, removeRecord, updateRecord } from './changes.ts'
import { interpreted } from './lists/interpret.ts'
import { statusAction } from './moves.ts'
import type { Rules } from './rules.ts'

/** The actions that every resource has for free. */
export function stockActions<R extends Resource>(resource: R, rules: Rules<R> = {}): Action[] {
  const { name, singular } = resource
  const one = `${/^[aeiou]/.test(singular) ? 'an' : 'a'} ${singular}`
  const actions: Action[] = [
    {
      name: 'list',
      method: 'GET',
      path: '',
      parameters: 'list',
      access: 'read',
      status: 200,
      summary: `List ${name}`,
      run: async (ctx, { list }) => ({ page: await ctx.records.list(resource, await interpreted(ctx, rules, list!)) }),
    },
    {
      name: 'create',
      method: 'POST',
      path: '',
      access: 'create',
      input: fieldsOf(resource),
      mode: 'create',
      isStock: true,
      status: 201,
      summary: `Create ${one}`,
      problems: rules.problems ?? [],
      run: async (ctx, { input }) => ({ record: await createRecord(ctx, resource, rules, input) }),
    },
    {
      name: 'read',
      method: 'GET',
      path: '/:id',
      parameters: 'record',
      access: 'read',
      status: 200,
      summary: `Get one ${singular}`,
      run: async ({ records }, { id }) => ({ record: await records.get(resource, id) }),
    },
    {
      name: 'update',
      method: 'PUT',
      path: '/:id',
      access: 'update',
      input: fieldsOf(resource),
      mode: 'update',
      isStock: true,
      status: 200,
      summary: `Update ${one}`,
      description: 'Fields that are left out stay as they are; null clears a field; lists are replaced as a whole.',
      problems: [...(rules.editable ? (['DOCUMENT_LOCKED'] as const) : []), ...(rules.problems ?? [])],
      run: async (ctx, { id, input }) => ({ record: (await updateRecord(ctx, resource, rules, id, input)).after }),
    },
    {
      name: 'delete',
      method: 'DELETE',
      path: '/:id',
      access: 'delete',
      status: 204,
      problems: rules.kept ? ['RESOURCE_IN_USE', 'DOCUMENT_LOCKED'] : ['RESOURCE_IN_USE'],
      summary: `Delete ${one}`,
      run: async (ctx, { id }) => {
        await removeRecord(ctx, resource, rules, id)
        return undefined
      },
    },
    historyAction(resource, { path: '/:id/history' }),
  ]
  return rules.lifecycle ? [...actions, statusAction(resource, rules)] : actions
}
