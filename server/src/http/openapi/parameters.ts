import { type Action, answeredBy, canDryRun } from '../../core/action.ts'
import { EXPAND, takesExpand } from '../../core/lists/parse-expand.ts'
import { searchFieldsOf, selectableOf, sortableOf, takesInclude } from '../../core/lists/parse-list.ts'
import type { Entry } from '../../core/rules.ts'
import type { Fields } from '../../model/fields.ts'
import { hasEntries } from '../../model/kinds/field-kind.ts'
import { EXPAND_MAX, referencesOf } from '../../model/references.ts'
import type { Resource } from '../../model/resource.ts'
import { exampleId, ID_MAX } from '../../model/text.ts'
import { isMandatory } from '../../model/traits.ts'
import { commonParameters, query } from './common-parameters.ts'
import type { Writer } from './components.ts'
import { filterParameters } from './filters.ts'
import { operationIdOf, type Part, pascalCase, recordNameOf } from './names.ts'
import { parameterSchema } from './schemas.ts'
import { isCacheable, isReplayable, isVersioned, pathParametersOf } from './traits.ts'

export function parametersOf(writer: Writer, entry: Entry, action: Action): Part[] {
  const { resource } = entry
  const inQuery = action.method === 'GET' ? action.parameters : undefined
  const shared = (name: CommonName) => sharedParameter(writer, name)
  return [
    ...pathParametersOf(action).map((name) => pathParameter(writer, name, resource)),
    ...(inQuery === 'list' || inQuery === 'whole-list' ? listParameters(writer, resource, action) : []),
    ...(inQuery === 'record' ? [fieldsParameter(writer, resource)] : []),
    ...(takesInclude(action) ? [shared(inQuery === 'list' ? 'ListInclude' : 'Include')] : []),
    ...(takesExpand(resource, action) ? [expandParameter(writer, resource)] : []),
    ...(action.query ? ownParameters(writer, action.query, operationIdOf(entry, action)) : []),
    ...(isCacheable(action) ? [shared('IfNoneMatch')] : []),
    ...(isVersioned(action) ? [shared('IfMatch')] : []),
    ...(isReplayable(action) ? [shared('IdempotencyKey')] : []),
    ...(canDryRun(action) ? [shared('DryRun')] : []),
  ]
}

type CommonName = keyof typeof commonParameters

export const sharedParameter = ({ components }: Writer, name: CommonName): Part =>
  components.share('parameters', commonParameters[name], name)

const pathParameter = ({ components }: Writer, name: string, resource: Resource): Part => {
  const { singular, idPrefix } = resource
  const parameter = {
    name,
    in: 'path',
    required: true,
    description: `The ${name} of the ${singular}.`,
    schema: { type: 'string', minLength: 1, maxLength: ID_MAX },
    example: exampleId(idPrefix),
  }
  return components.share('parameters', parameter, recordNameOf({ resource }) + pascalCase(name))
}

/**
 * Of a list that is answered page by page, or as a whole. An export, and a list of records of another resource, take filters
 * too; they stand where the list of that resource is described.
 */
function listParameters(writer: Writer, own: Resource, action: Action): Part[] {
  const resource = answeredBy(own, action)
  const isPaged = action.method === 'GET' && action.parameters === 'list'
  const sort = query('sort', 'What to sort by.', {
    type: 'string',
    enum: [...sortableOf(resource)],
    default: 'createdAt',
  })
  const shared = (name: CommonName) => sharedParameter(writer, name)
  const named = (parameter: Part, suffix: string) =>
    writer.components.share('parameters', parameter, recordNameOf({ resource }) + suffix)
  return [
    ...(isPaged ? (['Page', 'PerPage', 'Cursor'] as const).map(shared) : []),
    named(sort, 'Sort'),
    shared('Order'),
    ...(searchFieldsOf(resource).length > 0 ? [named(searchParameter(resource), 'Search')] : []),
    fieldsParameter(writer, resource),
    shared('UpdatedSince'),
    ...(isPaged ? [shared('IncludeTotal')] : []),
    ...(resource === own && isPaged ? filterParameters(writer, resource) : []),
  ]
}

function searchParameter(resource: Resource): Part {
  const searched = searchFieldsOf(resource).join(' or ')
  const description = `Every word occurs in ${searched}, whatever its case and accents.`
  return query('search', description, { type: 'string' })
}

/** Those of an action that has parameters of its own. */
const ownParameters = ({ components }: Writer, fields: Fields, operationId: string): Part[] =>
  Object.entries(fields).map(([name, field]) => {
    const parameter = {
      name,
      in: 'query',
      ...(isMandatory(field) && { required: true }),
      ...(field.options.description && { description: field.options.description }),
      ...(field.options.deprecated && { deprecated: true }),
      schema: parameterSchema(components, field),
      ...(hasEntries(field) && { style: 'form', explode: false }),
      ...(isMandatory(field) && field.options.example !== undefined && { example: field.options.example }),
    }
    return components.share('parameters', parameter, name, `${operationId}.${name}`)
  })

function expandParameter({ components }: Writer, resource: Resource): Part {
  const parameter = query(
    EXPAND,
    `Adds these records as \`expanded\`, as far as you may read them.`,
    { type: 'array', items: { type: 'string', enum: [...referencesOf(resource).keys()] }, maxItems: EXPAND_MAX },
    { style: 'form', explode: false },
  )
  return components.share(
    'parameters',
    parameter,
    `Expand${[...referencesOf(resource).keys()].map((path) => path.split('.').map(pascalCase).join('')).join('')}`,
  )
}

function fieldsParameter({ components }: Writer, resource: Resource): Part {
  const parameter = query(
    'fields',
    'Only these, and the id.',
    { type: 'array', items: { type: 'string', enum: [...selectableOf(resource)] }, minItems: 1 },
    { style: 'form', explode: false },
  )
  return components.share('parameters', parameter, `${recordNameOf({ resource })}Fields`)
}
