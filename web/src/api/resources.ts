import { queryOptions } from '@tanstack/react-query'
import { http } from './http.ts'

export type Kind =
  | 'id'
  | 'text'
  | 'money'
  | 'quantity'
  | 'percent'
  | 'integer'
  | 'choice'
  | 'flag'
  | 'date'
  | 'instant'
  | 'ref'
  | 'list'
  | 'map'
  | 'json'
  | 'group'
  | 'lines'

export type Right = 'read' | 'create' | 'update' | 'delete' | 'submit' | 'cancel' | 'override' | 'export' | 'manage'

/** A field as the server describes it: all that the interface knows of it. */
export interface Field {
  readonly name: string
  readonly kind: Kind
  readonly isRequired?: boolean
  readonly isReadOnly?: boolean
  readonly isSortable?: boolean
  readonly isFilterable?: boolean
  readonly isNullable?: boolean
  readonly isUnique?: boolean
  readonly isComputed?: boolean
  readonly isCounted?: boolean
  readonly isSearched?: boolean
  /** Can be sent, is never answered. */
  readonly isWriteOnly?: boolean
  /** Only in the answer to the request that made it. */
  readonly isShownOnce?: boolean
  readonly default?: unknown
  readonly choices?: readonly string[]
  /** Words that a filter understands beside the choices. */
  readonly alsoFilter?: readonly string[]
  readonly target?: string
  readonly min?: number
  readonly max?: number
  readonly format?: string
  readonly description?: string
  readonly example?: unknown
  readonly of?: Field
  readonly fields?: readonly Field[]
}

export interface ActionDescription {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly isAllowed: boolean
}

export interface Resource {
  readonly name: string
  readonly singular: string
  readonly path: string
  /** The field that people call a record by. */
  readonly title: string
  readonly idPrefix: string
  readonly description: string
  readonly administrative: boolean
  readonly isSearchable: boolean
  readonly rights: readonly Right[]
  readonly readOnlyFields: readonly string[]
  readonly fields: readonly Field[]
  readonly filters?: Readonly<Record<string, readonly string[]>>
  readonly actions: readonly ActionDescription[]
  readonly statuses?: readonly string[]
}

/** A record of any resource. */
export type Row = { readonly id: string; readonly [field: string]: unknown }

export const resourcesQuery = queryOptions({
  queryKey: ['resources'],
  queryFn: async ({ signal }) => (await http<readonly Resource[]>('/resources', { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
})

export const can = (resource: Resource | undefined, right: Right): boolean => resource?.rights.includes(right) ?? false

export const actionOf = (resource: Resource, name: string): ActionDescription | undefined =>
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
