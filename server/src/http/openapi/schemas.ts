import { isDeepStrictEqual } from 'node:util'
import type { Action } from '../../core/action.ts'
import type { Entry } from '../../core/rules.ts'
import { deprecationNote } from '../../model/description.ts'
import type { Field, Fields } from '../../model/fields.ts'
import { type InputMode, isWritable } from '../../model/input.ts'
import { type FieldOptions, type InnerSchemas, isScalar, type JsonSchema } from '../../model/kinds/field-kind.ts'
import { PERMITTED, permittedField } from '../../model/permitted.ts'
import { EXPANDED, referencesIn } from '../../model/references.ts'
import { fieldsOf, type Resource } from '../../model/resource.ts'
import { isMandatory, isNullable, isReceived } from '../../model/traits.ts'
import type { Components } from './components.ts'
import { inputNameOf, pascalCase, recordNameOf, schemaRef } from './names.ts'

/**
 * Where the value occurs: in a record, in any other response, in the body of a creation or of an update.
 */
type Purpose = 'record' | 'output' | InputMode
const isInput = ({ purpose }: Place): boolean => purpose === 'create' || purpose === 'update'

interface Place {
  readonly purpose: Purpose
  readonly components: Components
}

/** `without`: what a list leaves out of its records. */
export function recordSchema(components: Components, resource: Resource, without?: readonly string[]): JsonSchema {
  const shown = Object.entries(fieldsOf(resource)).filter(([name]) => !without?.includes(name))
  const permitted = () => components.once('schemas', 'Permitted', () => outputSchema(components, permittedField))
  return {
    ...withProperties(
      objectSchema(Object.fromEntries(shown), { purpose: 'record', components }),
      without ? {} : { ...expandedIn(components, fieldsOf(resource)), [PERMITTED]: permitted() },
    ),
    description: resource.description,
  }
}

export const outputSchema = (components: Components, output: Field): JsonSchema =>
  schemaOf(output, { purpose: 'output', components })

/** The records that `expand` puts beside the ids among these fields. */
function expandedIn(components: Components, fields: Fields): object {
  const own = referencesIn(fields).filter(
    ({ parents, target }) => parents.length === 0 && components.describes(target.name),
  )
  if (own.length === 0) return {}
  const properties = own.map(({ name, target }) => [name, schemaRef(recordNameOf({ resource: target }))])
  const schema = { type: 'object', properties: Object.fromEntries(properties) }
  const name = `Expanded${own.map((reference) => pascalCase(reference.name)).join('')}`
  return { [EXPANDED]: components.share('schemas', schema, name) }
}

/** Of what a client sends: what only the service writes is not part of it, although it may be sent back. */
export function inputSchema(components: Components, entry: Entry, action: Action): JsonSchema {
  const schema = bodySchema(components, action)
  if (action.passesOn) return withProperties(schema, passedOn(entry, action.passesOn))
  const update = entry.actions.find(({ mode, input }) => mode === 'update' && input)
  if (action.mode !== 'create' || !update) return schema
  const isSame = isDeepStrictEqual(schema.properties, bodySchema(components, update).properties)
  return isSame ? completed(schemaRef(inputNameOf(entry, update)), schema) : schema
}

const bodySchema = (components: Components, { input, mode = 'create' }: Action): JsonSchema =>
  objectSchema(input as Fields, { purpose: mode, components })

/**
 * The body of a creation where that of an update has the same fields: some are required. It names these too, because some
 * generators of clients overlook what is required elsewhere.
 */
function completed(body: JsonSchema, { required = [] }: JsonSchema): JsonSchema {
  const names = required as readonly string[]
  if (names.length === 0) return { allOf: [body] }
  const properties = Object.fromEntries(names.map((name) => [name, {}]))
  return { allOf: [body, { type: 'object', properties, required }] }
}

/** The body of one of some actions of the same resource. */
function passedOn(entry: Entry, { field, to }: NonNullable<Action['passesOn']>): JsonSchema {
  const bodies = entry.actions
    .filter(({ name, input }) => input && to.includes(name))
    .map((action) => schemaRef(inputNameOf(entry, action)))
  const nothing = { type: ['object', 'null'], maxProperties: 0 }
  const description = 'The body that each record is sent.'
  return { [field]: bodies.length > 0 ? { anyOf: [...bodies, { type: 'null' }], description } : nothing }
}

const withProperties = (schema: JsonSchema, more: object): JsonSchema => ({
  ...schema,
  properties: { ...(schema.properties as object), ...more },
})

/** Whole values; there are none for single fields, which would only repeat them. */
export const withExamples = (schema: JsonSchema, examples: readonly unknown[]): JsonSchema => ({ ...schema, examples })

/** A parameter in the address is there or is not; it is never null. */
export const parameterSchema = (components: Components, field: Field): JsonSchema => ({
  ...bareSchema(field, { purpose: 'create', components }),
  ...(isScalar(field) && field.options.default !== undefined && { default: field.options.default }),
})

function objectSchema(fields: Fields, place: Place): JsonSchema {
  const shown = Object.entries(fields).filter(([, field]) => (isInput(place) ? isWritable(field) : isReceived(field)))
  const required = shown.filter(([, field]) => isRequired(field, place)).map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(shown.map(([name, field]) => [name, schemaOf(field, place)])),
    ...(required.length > 0 && { required }),
    ...(isInput(place) && { additionalProperties: false }),
  }
}

function isRequired(field: Field, place: Place): boolean {
  if (isInput(place)) return place.purpose === 'create' && isMandatory(field)
  return !field.options.maybe && !field.options.shownOnce
}

function schemaOf(field: Field, place: Place): JsonSchema {
  const { typeName, inputTypeName } = field.options
  const make = () => {
    const bare = isInput(place) && field.options.target ? reference(field, place) : bareSchema(field, place)
    return { ...(mayBeNull(field, place) ? orNull(bare) : bare), ...annotationsOf(field, place) }
  }
  if (!typeName) return make()
  return place.components.once('schemas', (isInput(place) && inputTypeName) || typeName, make)
}

/** A body names another record by its id or by a unique field. */
const reference = (field: Field, place: Place): JsonSchema =>
  place.components.once('schemas', 'Reference', () => ({
    anyOf: [
      bareSchema(field, place),
      { type: 'object', additionalProperties: { type: 'string' }, minProperties: 1, maxProperties: 1 },
    ],
    description: 'An id, or an object with one unique field: `{"externalIds.shop": "1001"}`.',
  }))

function bareSchema({ kind, options }: Field, place: Place): JsonSchema {
  const schema = kind.schema(options, innerSchemas(place))
  return isInput(place) ? schema : withoutBounds(schema)
}

/** They are for those who send a value; a client need not check what it receives. */
const BOUNDS = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems']
const NOT_BLANK = '\\S'
export const withoutBounds = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(
    Object.entries(schema).filter(
      ([keyword, value]) => !BOUNDS.includes(keyword) && !(keyword === 'pattern' && value === NOT_BLANK),
    ),
  )

function innerSchemas(place: Place): InnerSchemas {
  // Entries and lines are replaced as a whole, so they must be complete even in an update.
  const inside: Place = place.purpose === 'update' ? { ...place, purpose: 'create' } : place
  return {
    parts: (fields) => objectSchema(fields, place),
    row: (options) => lineSchema(options, inside),
    entry: (field) => schemaOf(field, inside),
  }
}

const LINE_ID = { type: 'string', description: 'Of a line that the record has already: it keeps its identity.' }

/** What the lines of several resources have alike is described once. A body allows no other parts, so it is shared as a whole. */
function lineSchema({ fields = {}, usual }: FieldOptions, place: Place): JsonSchema {
  if (!usual || place.purpose === 'output') return wholeLine(fields, place)
  const { typeName, parts } = usual
  const those = (isUsual: boolean) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => parts.includes(name) === isUsual))
  const own = objectSchema(those(false), place)
  const hasOwn = Object.keys(own.properties as object).length > 0
  if (isInput(place) && hasOwn) return wholeLine(fields, place)
  const name = isInput(place) ? `${typeName}Input` : typeName
  const line = place.components.once('schemas', name, () => wholeLine(those(true), place))
  return hasOwn ? { allOf: [line, own] } : line
}

function wholeLine(fields: Fields, place: Place): JsonSchema {
  const line = objectSchema(fields, place)
  return {
    ...line,
    properties: {
      id: isInput(place) ? place.components.once('schemas', 'LineId', () => LINE_ID) : { type: 'string' },
      ...(line.properties as object),
      ...(place.purpose === 'record' && expandedIn(place.components, fields)),
    },
    ...(!isInput(place) && { required: ['id', ...((line.required as string[] | undefined) ?? [])] }),
  }
}

const mayBeNull = (field: Field, place: Place): boolean => (isInput(place) ? !isMandatory(field) : isNullable(field))

/** An `enum` would have to list null as well; the other keywords do not look at it. */
function orNull(schema: JsonSchema): JsonSchema {
  if (schema.enum || schema.$ref) return { anyOf: [schema, { type: 'null' }] }
  return schema.type ? { ...schema, type: [schema.type, 'null'] } : schema
}

function annotationsOf(field: Field, place: Place): JsonSchema {
  const description = descriptionOf(field, place)
  return { ...(description && { description }), ...(field.options.deprecated && { deprecated: true }) }
}

/** The keyword `default` would make generators of clients demand the field. */
function descriptionOf(field: Field, place: Place): string | undefined {
  const { description, default: value, deprecated } = field.options
  const isTold = isInput(place) && isScalar(field) && value !== undefined
  const sentences = [deprecated && deprecationNote(deprecated), description, isTold && `Default: \`${value}\`.`]
  return sentences.filter((sentence) => sentence).join(' ')
}
