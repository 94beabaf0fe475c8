import { type Action, listedBy } from '../../core/action.ts'
import { IDEMPOTENCY_KEY_MAX } from '../../core/idempotency.ts'
import { EXPAND, takesExpand } from '../../core/lists/parse-expand.ts'
import {
  INCLUDE,
  PER_PAGE_DEFAULT,
  PER_PAGE_MAX,
  searchFieldsOf,
  selectableOf,
  sortableOf,
  takesInclude,
} from '../../core/lists/parse-list.ts'
import type { Entry } from '../../core/rules.ts'
import type { Fields } from '../../model/fields.ts'
import { hasEntries, type JsonSchema } from '../../model/kinds/field-kind.ts'
import { kinds } from '../../model/kinds/index.ts'
import { INCLUDES } from '../../model/permitted.ts'
import { EXPAND_MAX, referencesOf } from '../../model/references.ts'
import type { Resource } from '../../model/resource.ts'
import { exampleId, ID_MAX } from '../../model/text.ts'
import { isMandatory } from '../../model/traits.ts'
import { filterParameters } from './filters.ts'
import { type Part, parameterRef } from './names.ts'
import { parameterSchema } from './schemas.ts'
import { isCacheable, isReplayable, isVersioned, pathParametersOf } from './traits.ts'

const query = (name: string, description: string, schema: JsonSchema, more: Part = {}): Part => ({
  name,
  in: 'query',
  description,
  schema,
  ...more,
})
const header = (name: string, description: string, schema: JsonSchema = { type: 'string' }): Part => ({
  name,
  in: 'header',
  description,
  schema,
})

/** Parameters that read the same on every action. Optional ones have no examples: explorers would send these along. */
export const parameterComponents: Part = {
  Page: query('page', 'Which page. Not together with `cursor`.', { type: 'integer', minimum: 1, default: 1 }),
  PerPage: query('perPage', `Records on a page. More than ${PER_PAGE_MAX} is served as ${PER_PAGE_MAX}.`, {
    type: 'integer',
    minimum: 1,
    maximum: PER_PAGE_MAX,
    default: PER_PAGE_DEFAULT,
  }),
  Cursor: query(
    'cursor',
    'Continues where the page ended whose `meta.nextCursor` this is; filters and order must be the same.',
    { type: 'string' },
  ),
  Order: query('order', 'Ties are ordered by id.', { type: 'string', enum: ['asc', 'desc'], default: 'desc' }),
  UpdatedSince: query(
    'updatedSince',
    'Only records that changed at or after this moment.',
    kinds.instant.filterSchema({}),
  ),
  IncludeTotal: query('includeTotal', 'Whether to count all records. If left out: yes with `page`, no with `cursor`.', {
    type: 'boolean',
  }),
  Include: query(
    INCLUDE,
    'What each record is to carry beside its fields: `permitted` tells what you may do with it now.',
    { type: 'array', items: { type: 'string', enum: [...INCLUDES] }, minItems: 1 },
    { style: 'form', explode: false },
  ),
  IfMatch: header(
    'If-Match',
    'The ETag of the record as you know it: if it has changed since, nothing happens and the answer is 412.',
  ),
  IfNoneMatch: header(
    'If-None-Match',
    'The ETag of the record as you have it: if it is still the same, the answer is 304 without a body.',
  ),
  IdempotencyKey: header(
    'Idempotency-Key',
    'Any text of your own, such as a UUID, new for each request. Sent again with the same key within seven days, a request is carried out only once.',
    { type: 'string', minLength: 1, maxLength: IDEMPOTENCY_KEY_MAX },
  ),
}

export function parametersOf({ resource }: Entry, action: Action): Part[] {
  const inQuery = action.method === 'GET' ? action.parameters : undefined
  return [
    ...pathParametersOf(action).map((name) => pathParameter(name, resource)),
    ...(inQuery === 'list' ? listParameters(listedBy(resource, action)) : []),
    ...(inQuery === 'whole-list' ? listParameters(resource, true) : []),
    ...(inQuery === 'record' ? [fieldsParameter(resource)] : []),
    ...(takesInclude(action) ? [parameterRef('Include')] : []),
    ...(takesExpand(resource, action) ? [expandParameter(resource)] : []),
    ...(action.method === 'GET' && action.query ? ownParameters(action.query) : []),
    ...(isCacheable(action) ? [parameterRef('IfNoneMatch')] : []),
    ...(isVersioned(action) ? [parameterRef('IfMatch')] : []),
    ...(isReplayable(action) ? [parameterRef('IdempotencyKey')] : []),
  ]
}

const pathParameter = (name: string, { singular, idPrefix }: Resource): Part => ({
  name,
  in: 'path',
  required: true,
  description: `The ${name} of the ${singular}.`,
  schema: { type: 'string', minLength: 1, maxLength: ID_MAX },
  example: exampleId(idPrefix),
})

/** Of a list that is answered page by page, or as a whole. */
function listParameters(resource: Resource, isWhole = false): Part[] {
  return [
    ...(isWhole ? [] : ['Page', 'PerPage', 'Cursor'].map(parameterRef)),
    query('sort', 'What to sort by.', { type: 'string', enum: [...sortableOf(resource)], default: 'createdAt' }),
    parameterRef('Order'),
    searchParameter(resource),
    fieldsParameter(resource),
    parameterRef('UpdatedSince'),
    ...(isWhole ? [] : [parameterRef('IncludeTotal')]),
    ...filterParameters(resource),
  ]
}

function searchParameter(resource: Resource): Part {
  const searched = searchFieldsOf(resource).join(' or ')
  const description = searched
    ? `Only records in which every word occurs in ${searched}, whatever its case and accents.`
    : 'No field of these records is searched: nothing is found by any word. Filter instead.'
  return query('search', description, { type: 'string' })
}

/** Those of an action that has parameters of its own. */
const ownParameters = (fields: Fields): Part[] =>
  Object.entries(fields).map(([name, field]) => ({
    name,
    in: 'query',
    required: isMandatory(field),
    ...(field.options.description && { description: field.options.description }),
    schema: parameterSchema(field),
    ...(hasEntries(field) && { style: 'form', explode: false }),
    ...(isMandatory(field) && field.options.example !== undefined && { example: field.options.example }),
  }))

const expandParameter = (resource: Resource): Part =>
  query(
    EXPAND,
    `Answer with the records that these ids name as well, in \`expanded\` beside the id; at most ${EXPAND_MAX}.`,
    { type: 'array', items: { type: 'string', enum: [...referencesOf(resource).keys()] }, maxItems: EXPAND_MAX },
    { style: 'form', explode: false },
  )

function fieldsParameter(resource: Resource): Part {
  return query(
    'fields',
    'Answer with these fields, or parts of groups and lines, only; separated by commas. The id always comes along.',
    { type: 'array', items: { type: 'string', enum: [...selectableOf(resource)] }, minItems: 1 },
    { style: 'form', explode: false },
  )
}
