import { fieldsOf, type Resource } from '../model/resource.ts'
import type { Action, Context } from './action.ts'
import { historyAction } from './audit/history-action.ts'
import { createRecord, removeRecord, updateRecord } from './changes.ts'
import type { Figures, ListQuery } from './lists/list-query.ts'
import { statusAction } from './moves.ts'
import type { Rules } from './rules.ts'
import type { Reads } from './store.ts'

/** A list query in terms of kept fields only: the resource says what a filter by a computed one means. */
export async function interpreted<R extends Resource>(
  ctx: Context<Reads>,
  rules: Rules<R>,
  list: ListQuery,
): Promise<ListQuery> {
  const figures = rules.figures && (await figuresIn(ctx, rules.figures, list))
  if (!rules.interpret && !figures) return list
  const conditions = await Promise.all(
    list.conditions.map(async (condition) => (await rules.interpret?.(ctx, condition)) ?? [condition]),
  )
  return { ...list, conditions: conditions.flat(), ...(figures && { figures }) }
}

/** The figures that a list is filtered or sorted by; undefined if there are none. */
async function figuresIn(
  ctx: Context<Reads>,
  known: NonNullable<Rules['figures']>,
  { sort, conditions }: ListQuery,
): Promise<Figures | undefined> {
  const paths = Object.keys(known).filter((path) => sort === path || conditions.some((one) => one.path === path))
  if (paths.length === 0) return undefined
  return Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await known[path]!(ctx)] as const)))
}

/** What a resource says about one of its stock actions beyond what every resource says. */
export type StockOptions = Partial<
  Pick<
    Extract<Action, { prepare?: unknown }>,
    'summary' | 'description' | 'problems' | 'sessionOnly' | 'needsProof' | 'prepare' | 'from'
  >
>

export interface Stock {
  readonly create?: StockOptions
  readonly update?: StockOptions
  readonly delete?: StockOptions
  /** The id of the only record: then no path has an id. */
  readonly recordId?: string
}

/** The actions that every resource has for free. */
export function stockActions<R extends Resource>(resource: R, rules: Rules<R> = {}, stock: Stock = {}): Action[] {
  const one = `${/^[aeiou]/.test(resource.singular) ? 'an' : 'a'} ${resource.singular}`
  const record = stock.recordId === undefined ? { path: '/:id' } : { path: '', recordId: stock.recordId }
  const actions: Action[] = [
    listAction(resource, rules),
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
      ...stock.create,
      problems: [...(rules.problems ?? []), ...(stock.create?.problems ?? [])],
      run: async (ctx, { input }) => ({ record: await createRecord(ctx, resource, rules, input) }),
    },
    {
      name: 'read',
      method: 'GET',
      ...record,
      parameters: 'record',
      access: 'read',
      status: 200,
      summary: stock.recordId === undefined ? `Get one ${resource.singular}` : `Get the ${resource.singular}`,
      run: async ({ records }, { id }) => ({ record: await records.get(resource, id) }),
    },
    updateAction(resource, rules, { summary: `Update ${one}`, ...stock.update, ...record }),
    {
      name: 'delete',
      method: 'DELETE',
      ...record,
      access: 'delete',
      isStock: true,
      status: 204,
      summary: `Delete ${one}`,
      ...stock.delete,
      problems: [
        'RESOURCE_IN_USE',
        ...(rules.deletionBlocker ? (['DOCUMENT_LOCKED'] as const) : []),
        ...(stock.delete?.problems ?? []),
      ],
      run: async (ctx, { id }) => {
        await removeRecord(ctx, resource, rules, id)
        return undefined
      },
    },
    historyAction(resource, { ...record, path: `${record.path}/history` }),
  ]
  return rules.lifecycle ? [...actions, statusAction(resource, rules)] : actions
}

const listAction = <R extends Resource>(resource: R, rules: Rules<R>): Action => ({
  name: 'list',
  method: 'GET',
  path: '',
  parameters: 'list',
  access: 'read',
  status: 200,
  summary: `List ${resource.name}`,
  run: async (ctx, { list }) => ({ page: await ctx.records.list(resource, await interpreted(ctx, rules, list!)) }),
})

const updateAction = <R extends Resource>(
  resource: R,
  rules: Rules<R>,
  { problems = [], ...options }: StockOptions & Pick<Action, 'path' | 'summary'>,
): Action => ({
  name: 'update',
  method: 'PUT',
  access: 'update',
  input: fieldsOf(resource),
  mode: 'update',
  isStock: true,
  status: 200,
  description: 'Changes only the fields that are sent.',
  ...options,
  problems: [...(rules.editable ? (['DOCUMENT_LOCKED'] as const) : []), ...(rules.problems ?? []), ...problems],
  run: async (ctx, { id, input }) => ({ record: await updateRecord(ctx, resource, rules, id, input) }),
})
