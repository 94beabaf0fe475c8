import { isRight, scopeOf } from '../../core/access.ts'
import type { Action } from '../../core/action.ts'
import { BY_KEY_PATH } from '../../core/by-key/by-key-actions.ts'
import { rightsOf } from '../../core/entry.ts'
import type { Entry } from '../../core/rules.ts'
import type { Resource } from '../../model/resource.ts'
import type { Scope } from '../../model/rights.ts'
import type { Writer } from './components.ts'
import { inputNameOf, operationIdOf, type Part, patchIdOf, segmentOf } from './names.ts'
import { parametersOf } from './parameters.ts'
import { filesOf, responsesOf } from './responses.ts'
import { inputSchema, withExamples } from './schemas.ts'

/** The paths of everything that the entries can do. */
export function actionPaths(
  writer: Writer,
  root: string,
  entries: readonly Entry[],
): Record<string, Record<string, Part>> {
  const paths: Record<string, Record<string, Part>> = {}
  for (const entry of entries) {
    // What is alike for all resources is described once; see by-key-paths.ts.
    for (const action of entry.actions.filter(({ path }) => path !== BY_KEY_PATH)) {
      const path = `${root}/${segmentOf(entry)}${action.path}`.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], ...operationsOf(writer, entry, action) }
    }
  }
  return paths
}

/** One operation, or two where PATCH does the same as PUT. */
function operationsOf(writer: Writer, entry: Entry, action: Action): Record<string, Part> {
  const operation = operationOf(writer, entry, action)
  if (action.method !== 'PUT' || action.consumes) return { [action.method.toLowerCase()]: operation }
  const alias = {
    ...operation,
    operationId: patchIdOf(operation.operationId),
    summary: `${operation.summary} (PATCH)`,
    description: 'The same as PUT.',
  }
  return { put: operation, patch: alias }
}

interface Operation extends Part {
  readonly operationId: string
  readonly summary: string
}

function operationOf(writer: Writer, entry: Entry, action: Action): Operation {
  const parameters = parametersOf(writer, entry, action)
  return {
    operationId: operationIdOf(entry, action),
    tags: [segmentOf(entry)],
    summary: action.summary,
    description: [action.description, accessNote(entry, action)].filter((sentence) => sentence).join('\n\n'),
    ...securityOf(entry, action),
    ...filtersNote(entry, action),
    ...(parameters.length > 0 && { parameters }),
    ...(action.input && { requestBody: requestBodyOf(writer, entry, action) }),
    ...(action.consumes && { requestBody: { required: true, content: filesOf(action.consumes) } }),
    responses: responsesOf(writer, entry, action),
  }
}

/** The filters of an export are those of the list, which are not written twice. */
function filtersNote(entry: Entry, action: Action): Part {
  const list = entry.actions.find(({ name }) => name === 'list')
  const isWhole = action.method === 'GET' && action.parameters === 'whole-list'
  return isWhole && list ? { 'x-filters-of': operationIdOf(entry, list) } : {}
}

function accessNote(entry: Entry, action: Action): string {
  if (action.access === 'public') return 'Needs no credential.'
  const { resource } = entry
  const needed = isRight(action.access)
    ? `Right: ${rightsOf(entry, action).join(' or ')} ${resource.name}.`
    : 'Open to every user.'
  return [needed, sessionNote(resource, action)].filter((sentence) => sentence).join(' ')
}

/** What of it an API key or app cannot do. */
function sessionNote({ sessionOnlyFields: fields }: Resource, { sessionOnly, mode }: Action): string {
  if (sessionOnly) return 'Not for API keys and apps.'
  if (!fields || mode !== 'update') return ''
  return `Only a signed-in person can change ${fields.map((field) => `\`${field}\``).join(', ')}; an API key or app cannot.`
}

/** For schemes other than OAuth, the list names what the credential must be allowed to do. */
export const securityFor = (scopes: readonly Scope[]): Part[] => [
  { bearer: scopes },
  { apiKey: scopes },
  { oauth2: scopes },
]

/** Most operations only read: what they need is said once, for the whole document. */
export const USUAL_SCOPE: Scope = 'read'

function securityOf({ resource }: Entry, action: Action): Part {
  if (action.access === 'public') return { security: [] }
  const scope = scopeOf(resource, action)
  const all = securityFor(scope ? [scope] : [])
  if (action.sessionOnly) return { security: [all[0]] }
  return scope === USUAL_SCOPE ? {} : { security: all }
}

function requestBodyOf({ components, examples }: Writer, entry: Entry, action: Action): Part {
  const schema = components.once('schemas', inputNameOf(entry, action), () =>
    withExamples(inputSchema(components, entry, action), Object.values(examples.inputs(entry, action))),
  )
  return { required: true, content: { 'application/json': { schema } } }
}
