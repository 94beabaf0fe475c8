import type { Operator } from '../../core/lists/list-query.ts'
import { filterableOf, operatorsOf } from '../../core/lists/parse-list.ts'
import type { Field, ScalarKind } from '../../model/fields.ts'
import { type JsonSchema, kinds } from '../../model/kinds.ts'
import type { Resource } from '../../model/resource.ts'
import { type Part, pascalCase, schemaRef } from './names.ts'

/** In an address, a date alone stands for its midnight in UTC. */
export const instantInUrl: JsonSchema = {
  anyOf: [
    { type: 'string', format: 'date-time' },
    { type: 'string', format: 'date' },
  ],
}
/** Kinds to which the word null is a text like any other, as far as a schema can tell. */
const ANY_TEXT: readonly string[] = ['text', 'id', 'ref']
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

/** Filters differ by kind alone, except that a choice knows its words, and what is worked out has no text to match. */
const isShared = ({ kind, options }: Field) => kind !== 'choice' && !options.computed

export function filterComponents(resources: readonly Resource[]): Part {
  const shared = resources.flatMap((resource) => [...filterableOf(resource).values()].filter(isShared))
  const used = new Set(shared.map(({ kind }) => kind))
  const named = (Object.keys(kinds) as ScalarKind[]).filter((kind) => used.has(kind))
  return {
    // A schema of its own, because generators of clients take a constant among alternatives for the only one.
    NullWord: { type: 'string', enum: [NULL_WORD], description: 'No value at all.' },
    ...Object.fromEntries(named.map((kind) => [filterNameOf(kind), filterSchema({ kind, options: {} })])),
  }
}

const filterNameOf = (kind: ScalarKind) => `${pascalCase(kind)}Filter`

/** One parameter a field: `field=value`, or `field[operator]=value` as many times as wanted. */
export const filterParameters = (resource: Resource): Part[] =>
  [...filterableOf(resource)].map(([path, field]) => ({
    name: path,
    in: 'query',
    description: field.options.description ?? `Filters by ${path}.`,
    style: 'deepObject',
    explode: true,
    schema: isShared(field) ? schemaRef(filterNameOf(field.kind as ScalarKind)) : filterSchema(field),
  }))

function filterSchema(field: Field): JsonSchema {
  const value = valueSchema(field.kind as ScalarKind, field.options)
  const alternatives = withWords(field, value)
  return { anyOf: [...alternatives, operatorsSchema(field, value, alternatives)] }
}

/** Equality also knows null, and the words that the resource interprets. */
function withWords({ kind, options }: Field, value: JsonSchema): JsonSchema[] {
  if (ANY_TEXT.includes(kind)) return [value]
  if (kind !== 'choice') return [value, schemaRef('NullWord')]
  return [{ ...value, enum: [...options.choices!, ...(options.alsoFilter ?? []), NULL_WORD] }]
}

function operatorsSchema(field: Field, value: JsonSchema, alternatives: readonly JsonSchema[]): JsonSchema {
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

/** A filter may ask for any text, and for more than the largest value that a field may have. */
function valueSchema(kind: ScalarKind, { choices }: Field['options']): JsonSchema {
  if (kind === 'text') return { type: 'string' }
  if (kind === 'instant') return instantInUrl
  return kinds[kind].schema(choices ? { choices } : {})
}
