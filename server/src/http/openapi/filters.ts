import type { Operator } from '../../core/lists/list-query.ts'
import { filterableOf, operatorsOf } from '../../core/lists/parse-list.ts'
import type { JsonSchema, ScalarField, ScalarKind } from '../../model/kinds/field-kind.ts'
import type { Resource } from '../../model/resource.ts'
import { type Part, pascalCase, schemaRef } from './names.ts'

const NULL_WORD = 'null'

const describedBy: { readonly [O in Operator]: string } = {
  eq: 'equal; null means: has no value',
  ne: 'not equal; null means: has a value',
  gt: 'greater than',
  gte: 'greater than or equal',
  lt: 'less than',
  lte: 'less than or equal',
  in: 'one of these, separated by commas; `\\,` is a comma inside a value',
  like: 'matches, whatever its case: % stands for any text, _ for one character; without them: contains',
}

/** Filters differ by kind alone, except where a field has its own words, and where it is computed and has no text to match. */
const isShared = ({ options }: ScalarField) => !options.choices && !options.computed && !options.figure

export function filterComponents(resources: readonly Resource[]): Part {
  const shared = resources.flatMap((resource) => [...filterableOf(resource).values()].filter(isShared))
  const used = new Set(shared.map(({ kind }) => kind))
  return {
    // A schema of its own, because generators of clients take a constant among alternatives for the only one.
    NullWord: { type: 'string', enum: [NULL_WORD], description: 'No value at all.' },
    ...Object.fromEntries([...used].map((kind) => [filterNameOf(kind), filterSchema({ kind, options: {} })])),
  }
}

const filterNameOf = ({ name }: ScalarKind) => `${pascalCase(name)}Filter`

/** One parameter a field: `field=value`, or `field[operator]=value` as many times as wanted. */
export const filterParameters = (resource: Resource): Part[] =>
  [...filterableOf(resource)].map(([path, field]) => ({
    name: path,
    in: 'query',
    description: field.options.description ?? `Filters by ${path}.`,
    style: 'deepObject',
    explode: true,
    schema: isShared(field) ? schemaRef(filterNameOf(field.kind)) : filterSchema(field),
  }))

function filterSchema(field: ScalarField): JsonSchema {
  const value = field.kind.filterSchema(field.options)
  const alternatives = withWords(field, value)
  return { anyOf: [...alternatives, operatorsSchema(field, value, alternatives)] }
}

/** Equality also knows null, and the words that the resource interprets. */
function withWords({ options }: ScalarField, value: JsonSchema): JsonSchema[] {
  if (options.choices) return [{ ...value, enum: [...options.choices, ...(options.alsoFilter ?? []), NULL_WORD] }]
  return isAnyText(value) ? [value] : [value, schemaRef('NullWord')]
}

/** The word null is a text like any other here, as far as the schema can tell. */
const isAnyText = ({ type, format, pattern }: JsonSchema) => type === 'string' && !format && !pattern

function operatorsSchema(field: ScalarField, value: JsonSchema, alternatives: readonly JsonSchema[]): JsonSchema {
  const orNothing = alternatives.length > 1 ? { anyOf: alternatives } : alternatives[0]
  const special: { readonly [O in Operator]?: JsonSchema | undefined } = {
    eq: orNothing,
    ne: orNothing,
    in: { type: 'string' },
    like: { type: 'string' },
  }
  const properties = operatorsOf(field).map((operator) => [
    operator,
    { ...(special[operator] ?? value), description: describedBy[operator] },
  ])
  return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false, minProperties: 1 }
}
