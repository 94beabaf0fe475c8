import { queryOptions } from '@tanstack/react-query'
import type { DescribedAction, DescribedField, Description } from '../../../server/src/model/description.ts'
import { http } from './http.ts'

export type { Kind } from '../../../server/src/model/kinds/index.ts'
export type { Description as Resource }
/** As the server describes it. Fields that only a window has say no more than they need. */
export type Field = Pick<DescribedField, 'name' | 'kind'> & Partial<DescribedField>

/** A record of any resource. */
export type Row = { readonly id: string; readonly [field: string]: unknown }

export const resourcesQuery = queryOptions({
  queryKey: ['resources'],
  queryFn: async ({ signal }) => (await http<readonly Description[]>('/resources', { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
})

export const actionOf = (resource: Description, name: string): DescribedAction | undefined =>
  resource.actions.find((action) => action.name === name)

/** Whether the caller may do it, and it can be done at all. */
export const allows = (resource: Description | undefined, action: string): boolean =>
  resource?.actions.some(({ name, isAllowed }) => name === action && isAllowed) ?? false

export const fieldOf = (resource: Description, path: string): Field | undefined =>
  path.split('.').reduce<Field | undefined>((parent, name) => childOf(parent?.fields ?? [], name), {
    name: '',
    kind: 'group',
    fields: resource.fields,
  })

const childOf = (fields: readonly DescribedField[], name: string) => fields.find((field) => field.name === name)

export const valueAt = (row: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Row | null | undefined)?.[name] ?? null, row)
