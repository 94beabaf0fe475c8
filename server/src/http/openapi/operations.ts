import { isRight, scopeOf } from '../../core/access.ts'
import type { Action } from '../../core/action.ts'
import { rightsOf } from '../../core/entry.ts'
import type { Entry } from '../../core/rules.ts'
import type { Resource } from '../../model/resource.ts'
import type { Examples } from './examples.ts'
import { inputNameOf, operationIdOf, type Part, schemaRef, segmentOf } from './names.ts'
import { parametersOf } from './parameters.ts'
import { responsesOf } from './responses.ts'

/** The paths of everything that the entries can do. */
export function actionPaths(root: string, entries: readonly Entry[], examples: Examples): Part {
  const paths: Record<string, Record<string, Part>> = {}
  for (const entry of entries) {
    for (const action of entry.actions) {
      const path = `${root}/${segmentOf(entry)}${action.path}`.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], ...operationsOf(entry, action, examples) }
    }
  }
  return paths
}

/** One operation, or two where PATCH does the same as PUT. */
function operationsOf(entry: Entry, action: Action, examples: Examples): Record<string, Part> {
  const operation = operationOf(entry, action, examples)
  if (action.method !== 'PUT') return { [action.method.toLowerCase()]: operation }
  const alias = {
    ...operation,
    operationId: `${operation.operationId}ByPatch`,
    summary: `${operation.summary} (the same as PUT)`,
  }
  return { put: operation, patch: alias }
}

function operationOf(entry: Entry, action: Action, examples: Examples): Part {
  const parameters = parametersOf(entry, action)
  return {
    operationId: operationIdOf(entry, action),
    tags: [segmentOf(entry)],
    summary: action.summary,
    description: [action.description, accessNote(entry, action)].filter((sentence) => sentence).join('\n\n'),
    security: securityOf(entry, action),
    ...(parameters.length > 0 && { parameters }),
    ...(action.input && { requestBody: requestBodyOf(entry, action, examples) }),
    responses: responsesOf(entry, action, examples),
  }
}

function accessNote(entry: Entry, action: Action): string {
  if (action.access === 'public') return 'Needs no credential.'
  const { resource } = entry
  const scope = scopeOf(resource, action)
  const needed = isRight(action.access)
    ? `Needs the scope \`${scope}\` and a role that may ${rightsOf(entry, action).join(' or ')} ${resource.name}.`
    : 'Open to every user.'
  return [needed, sessionNote(resource, action)].filter((sentence) => sentence).join(' ')
}

/** What of it an API key or app cannot do. */
function sessionNote({ sessionOnlyFields: fields }: Resource, { sessionOnly, mode }: Action): string {
  if (sessionOnly) return 'Only a signed-in person can do this; an API key or app cannot.'
  if (!fields || mode !== 'update') return ''
  return `Only a signed-in person can change ${fields.map((field) => `\`${field}\``).join(', ')}; an API key or app cannot.`
}

/** For schemes other than OAuth, the list names what the credential must be allowed to do. */
function securityOf({ resource }: Entry, action: Action): Part[] {
  if (action.access === 'public') return []
  const scope = scopeOf(resource, action)
  const scopes = scope ? [scope] : []
  return [{ bearer: scopes }, ...(action.sessionOnly ? [] : [{ apiKey: scopes }, { oauth2: scopes }])]
}

function requestBodyOf(entry: Entry, action: Action, examples: Examples): Part {
  const named = Object.entries(examples.inputs(entry, action)).map(([name, value]) => [name, { value }])
  return {
    required: true,
    content: {
      'application/json': { schema: schemaRef(inputNameOf(entry, action)), examples: Object.fromEntries(named) },
    },
  }
}
