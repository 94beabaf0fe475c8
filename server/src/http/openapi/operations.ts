import { isRight, scopeOf } from '../../core/access.ts'
import type { Action } from '../../core/action.ts'
import { rightsOf } from '../../core/entry.ts'
import type { Entry } from '../../core/rules.ts'
import { deprecationNote } from '../../model/description.ts'
import type { Resource } from '../../model/resource.ts'
import type { Scope } from '../../model/rights.ts'
import { exampleId, ID_MAX } from '../../model/text.ts'
import type { Writer } from './components.ts'
import { inputNameOf, operationIdOf, type Part, patchIdOf, segmentOf, tagOf } from './names.ts'
import { parametersOf } from './parameters.ts'
import { filesOf, responsesOf } from './responses.ts'
import { inputSchema, withExamples } from './schemas.ts'
import { ANY_RESOURCE_TAG, HISTORY_PATH, inPath, isOfAnyResource, resourceInPath } from './shared-paths/any-resource.ts'

/** The paths of everything that the entries can do. */
export function actionPaths(
  writer: Writer,
  root: string,
  entries: readonly Entry[],
): Record<string, Record<string, Part>> {
  const paths: Record<string, Record<string, Part>> = {}
  for (const entry of entries) {
    for (const action of entry.actions.filter((one) => !isOfAnyResource(one))) {
      const path = `${root}/${segmentOf(entry)}${action.path}`.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], ...operationsOf(writer, entry, action) }
    }
  }
  return { ...paths, ...historyPath(writer, root, entries) }
}

/** The history of a record of any resource. */
function historyPath(writer: Writer, root: string, entries: readonly Entry[]): Record<string, Record<string, Part>> {
  const isHistory = ({ path }: Action) => path === HISTORY_PATH
  const kept = entries.filter(({ actions }) => actions.some(isHistory))
  const [first] = kept
  if (!first) return {}
  const operation = operationOf(writer, first, first.actions.find(isHistory)!)
  const [, ...query] = operation.parameters as Part[]
  const places = [resourceInPath(kept), inPath('id', 'Of the record.', { maxLength: ID_MAX }, exampleId('itm'))]
  return {
    [`${root}/{resource}${HISTORY_PATH.replace(':id', '{id}')}`]: {
      get: {
        ...operation,
        operationId: 'getRecordHistory',
        tags: [ANY_RESOURCE_TAG.name],
        summary: 'List what happened to one record',
        description: 'The newest first, with the filters of GET /audit-log. Right: read.',
        parameters: [...places, ...query],
      },
    },
  }
}

/** One operation, or two where PATCH does the same as PUT. */
function operationsOf(writer: Writer, entry: Entry, action: Action): Record<string, Part> {
  const operation = operationOf(writer, entry, action)
  if (action.method !== 'PUT' || action.consumes) return { [action.method.toLowerCase()]: operation }
  const alias = {
    ...operation,
    operationId: patchIdOf(operation.operationId),
    summary: `${operation.summary} (PATCH)`,
    description: 'Like PUT.',
  }
  return { put: operation, patch: alias }
}

interface Operation extends Part {
  readonly operationId: string
  readonly summary: string
}

function operationOf(writer: Writer, entry: Entry, action: Action): Operation {
  const parameters = parametersOf(writer, entry, action)
  const { deprecated } = action
  return {
    operationId: operationIdOf(entry, action),
    tags: [tagOf(entry)],
    summary: action.summary,
    ...described([deprecated && deprecationNote(deprecated), action.description, accessNote(entry, action)]),
    ...(deprecated && { deprecated: true }),
    ...securityOf(entry, action),
    ...filtersNote(entry, action),
    ...(parameters.length > 0 && { parameters }),
    ...(action.input && { requestBody: requestBodyOf(writer, entry, action) }),
    ...(action.consumes && { requestBody: { required: true, content: filesOf(action.consumes) } }),
    responses: responsesOf(writer, entry, action),
  }
}

function described(sentences: readonly (string | undefined)[]): Part {
  const description = sentences.filter((sentence) => sentence).join(' ')
  return description ? { description } : {}
}

/** The filters of an export are those of the list, which are not written twice. */
function filtersNote(entry: Entry, action: Action): Part {
  const list = entry.actions.find(({ name }) => name === 'list')
  const isWhole = action.method === 'GET' && action.parameters === 'whole-list'
  return isWhole && list ? { 'x-filters-of': operationIdOf(entry, list) } : {}
}

/** Rights are those on the resource of the operation. */
function accessNote(entry: Entry, action: Action): string {
  if (action.access === 'public') return 'Needs no credential.'
  const { resource } = entry
  const needed = isRight(action.access) ? rightNote(rightsOf(entry, action)) : 'For every user.'
  return [needed, sessionNote(resource, action)].filter((sentence) => sentence).join(' ')
}

/** Most operations need the right to read: that is said once, in the introduction. */
const rightNote = (rights: readonly string[]): string =>
  rights.join() === 'read' ? '' : `Right: ${rights.join(' or ')}.`

/** What of it an API key or app cannot do. */
function sessionNote({ sessionOnlyFields: fields }: Resource, { sessionOnly, mode }: Action): string {
  if (sessionOnly) return 'Sessions only.'
  if (!fields || mode !== 'update') return ''
  return `Only a signed-in person can change ${fields.map((field) => `\`${field}\``).join(', ')}; an API key or app cannot.`
}

/** For schemes other than OAuth, the list names what the credential must be allowed to do. */
export const securityFor = (scopes: readonly Scope[]): Part[] => [
  { bearer: scopes },
  { apiKey: scopes },
  { oauth2: scopes },
]

/** What most operations need is said once, for the whole document. */
export const USUAL_SCOPE: Scope = 'write'

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
