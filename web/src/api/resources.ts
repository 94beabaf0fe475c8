import { queryOptions } from '@tanstack/react-query'
import type { DescribedAction, DescribedField, Description } from '../../../server/src/model/description.ts'
import { http } from './http.ts'

export type { Kind } from '../../../server/src/model/kinds/index.ts'
/** As the server describes it, briefly: what is false is not there. Fields that only a window has say no more than they need. */
export type Field = Pick<DescribedField, 'name' | 'kind'> &
  Partial<Omit<DescribedField, 'fields' | 'of'>> & {
    readonly of?: Field
    readonly fields?: readonly Field[]
  }
export interface Resource extends Omit<Description, 'fields' | 'filters'> {
  readonly fields: readonly Field[]
}

/** A record of any resource. */
export type Row = { readonly id: string; readonly [field: string]: unknown }

export const resourcesQuery = queryOptions({
  queryKey: ['resources'],
  queryFn: async ({ signal }) => (await http<readonly Resource[]>('/resources?brief=true', { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
})

export const actionOf = (resource: Resource, name: string): DescribedAction | undefined =>
  resource.actions.find((action) => action.name === name)

/** Whether the caller may do it, and it can be done at all. */
export const allows = (resource: Resource | undefined, action: string): boolean =>
  resource?.actions.some(({ name, isAllowed }) => name === action && isAllowed) ?? false

export const fieldOf = (resource: Resource, path: string): Field | undefined =>
  path.split('.').reduce<Field | undefined>((parent, name) => childOf(parent?.fields ?? [], name), {
    name: '',
    kind: 'group',
    fields: resource.fields,
  })

const childOf = (fields: readonly Field[], name: string) => fields.find((field) => field.name === name)

export const valueAt = (row: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Row | null | undefined)?.[name] ?? null, row)
