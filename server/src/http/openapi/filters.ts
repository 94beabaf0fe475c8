import type { Operator } from '../../core/lists/list-query.ts'
import { filterableOf, operatorsOf } from '../../core/lists/parse-list.ts'
import type { JsonSchema, ScalarField, ScalarKind } from '../../model/kinds/field-kind.ts'
import type { Resource } from '../../model/resource.ts'
import type { Components, Writer } from './components.ts'
import { type Part, pascalCase, recordNameOf } from './names.ts'
import { withoutBounds } from './schemas.ts'

const NULL_WORD = 'null'
/** A schema of its own, because generators of clients take a constant among alternatives for the only one. */
const nullWord: JsonSchema = { type: 'string', enum: [NULL_WORD], description: 'No value at all.' }

export const operatorDescriptions: { readonly [O in Operator]: string } = {
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

const filterNameOf = ({ name }: ScalarKind) => `${pascalCase(name)}Filter`

/** One parameter a field: `field=value`, or `field[operator]=value` as many times as wanted. */
export const filterParameters = ({ components }: Writer, resource: Resource): Part[] =>
  [...filterableOf(resource)].map(([path, field]) => {
    const schema = schemaFor(components, field)
    const { deprecated } = field.options
    const parameter = {
      name: path,
      in: 'query',
      ...(deprecated && { deprecated: true }),
      style: 'deepObject',
      explode: true,
      schema,
    }
    // Most fields of one name are of one kind in all resources.
    return components.share('parameters', parameter, path, `${recordNameOf({ resource })}.${path}`)
  })

function schemaFor(components: Components, field: ScalarField): JsonSchema {
  const { kind } = field
  if (field.options.choices) return filterSchema(components, field)
  if (!isShared(field))
    return components.share('schemas', filterSchema(components, field), `Computed${filterNameOf(kind)}`)
  return components.once('schemas', filterNameOf(kind), () => filterSchema(components, { kind, options: {} }))
}

function filterSchema(components: Components, field: ScalarField): JsonSchema {
  const value = field.kind.filterSchema(field.options)
  // Bounds are said once, before the operators.
  const compared = withoutBounds(value)
  const operators = operatorsSchema(components, field, compared, withWords(components, field, compared))
  return { anyOf: [...withWords(components, field, value), operators] }
}

/** Equality also knows null, and the words that the resource interprets. */
function withWords(components: Components, { options }: ScalarField, value: JsonSchema): JsonSchema[] {
  if (options.choices) return [{ ...value, enum: [...options.choices, ...(options.alsoFilter ?? []), NULL_WORD] }]
  return isAnyText(value) ? [value] : [value, components.share('schemas', nullWord, 'NullWord')]
}

/** The word null is a text like any other here, as far as the schema can tell. */
const isAnyText = ({ type, format, pattern }: JsonSchema) => type === 'string' && !format && !pattern

function operatorsSchema(components: Components, field: ScalarField, value: JsonSchema, equal: readonly JsonSchema[]) {
  // The values of a choice are named once, before the operators.
  if (field.options.choices && !field.options.computed)
    return components.share('schemas', operators(field, textual, [textual]), 'TextOperators')
  const name = `${pascalCase(field.kind.name)}Operators`
  return components.share('schemas', operators(field, value, equal), name, `Computed${name}`)
}

const textual: JsonSchema = { type: 'string' }

function operators(field: ScalarField, value: JsonSchema, equal: readonly JsonSchema[]): JsonSchema {
  const orNothing = equal.length > 1 ? { anyOf: equal } : equal[0]
  const special: { readonly [O in Operator]?: JsonSchema | undefined } = {
    eq: orNothing,
    ne: orNothing,
    in: textual,
    like: textual,
  }
  const properties = operatorsOf(field).map((operator) => [operator, special[operator] ?? value])
  return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false, minProperties: 1 }
}
