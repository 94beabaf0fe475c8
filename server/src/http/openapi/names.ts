import type { Action } from '../../core/action.ts'
import type { Entry } from '../../core/rules.ts'
import type { Resource } from '../../model/resource.ts'

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

const nounOf = ({ singular }: Resource) => singular.toLowerCase()
function pluralOf(noun: string): string {
  if (noun.endsWith('s')) return noun
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`
}

/** Where the actions of an entry begin. */
export const segmentOf = ({ path, resource }: Entry): string => path ?? resource.name
/** The tag that they share; a longer path becomes several words. */
export const tagOf = (entry: Entry): string => segmentOf(entry).replaceAll('/', ' ')
export const recordNameOf = ({ resource }: Pick<Entry, 'resource'>): string => pascalCase(nounOf(resource))
export const inputNameOf = (entry: Entry, action: Action): string => `${pascalCase(operationIdOf(entry, action))}Input`

/** A bulk action answers alike for all resources. */
export const outputNameOf = (entry: Entry, action: Action): string =>
  pascalCase(action.passesOn ? action.name : operationIdOf(entry, action))

const OF_MANY = ['list', 'export', 'bulk']

/**
 * `listItems`, `getItem`, `createInvoiceFromOrder`: the verb, the record, the rest of the action's name. An action that
 * reads or sets a part of the record, as PUT `/:id/status` does, gets its verb from the method: `setSalesOrderStatus`.
 * Actions on what clients never see as a record, such as signing in, are called by their own name.
 */
export function operationIdOf({ resource }: Entry, { name, method, path, operation }: Action): string {
  if (operation) return operation
  if (resource.internal) return camelCase(name.replace(/^read-/, 'get-'))
  const noun = nounOf(resource)
  if (OF_MANY.includes(name)) return camelCase(`${name} ${pluralOf(noun)}`)
  const isPart = method !== 'POST' && path.endsWith(`/${name}`)
  if (isPart) return camelCase(`${method === 'GET' ? 'get' : 'set'} ${noun} ${name}`)
  const [verb, ...rest] = name === 'read' ? ['get'] : name.split('-')
  return camelCase([verb, noun, ...rest].join(' '))
}

/** Of PATCH, which does the same as PUT: `patchItem`, `patchSalesOrderStatus`. */
export const patchIdOf = (operationId: string): string => operationId.replace(/^[a-z]+/, 'patch')

export const schemaRef = (name: string): Part => ({ $ref: `#/components/schemas/${name}` })
