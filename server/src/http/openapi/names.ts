import type { Action } from '../../core/action.ts'
import type { Entry } from '../../core/rules.ts'

/** Any piece of the document. */
export type Part = { readonly [key: string]: unknown }

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** `sales order`, `from-order` or `listItems` as `SalesOrder`, `FromOrder`, `ListItems`. */
export const pascalCase = (text: string): string =>
  text
    .split(/[\s-]+/)
    .map(capital)
    .join('')
const camelCase = (text: string) => text.charAt(0).toLowerCase() + pascalCase(text).slice(1)

/** Where the actions of an entry begin, and the tag that they share. */
export const segmentOf = ({ path, resource }: Entry): string => path ?? resource.name
export const recordNameOf = ({ resource }: Entry): string => pascalCase(resource.singular)
export const inputNameOf = (entry: Entry, action: Action): string => `${pascalCase(operationIdOf(entry, action))}Input`
export const outputNameOf = (entry: Entry, action: Action): string =>
  `${pascalCase(operationIdOf(entry, action))}Output`

/**
 * `listItems`, `getItem`, `createInvoiceFromOrder`: the verb, the record, the rest of the action's name. An action that
 * reads or sets a part of the record, as PUT `/:id/status` does, gets its verb from the method: `setSalesOrderStatus`.
 * Actions on what clients never see as a record, such as signing in, are called by their own name.
 */
export function operationIdOf({ resource }: Entry, { name, method, path }: Action): string {
  if (resource.internal) return camelCase(name)
  if (['list', 'export', 'bulk'].includes(name)) return camelCase(`${name} ${resource.name}`)
  const isPart = method !== 'POST' && path.endsWith(`/${name}`)
  if (isPart) return camelCase(`${method === 'GET' ? 'get' : 'set'} ${resource.singular} ${name}`)
  const [verb, ...rest] = name === 'read' ? ['get'] : name.split('-')
  return camelCase([verb, resource.singular, ...rest].join(' '))
}

export const schemaRef = (name: string): Part => ({ $ref: `#/components/schemas/${name}` })
export const headerRef = (name: string): Part => ({ $ref: `#/components/headers/${name}` })
export const parameterRef = (name: string): Part => ({ $ref: `#/components/parameters/${name}` })
export const responseRef = (name: string): Part => ({ $ref: `#/components/responses/${name}` })
