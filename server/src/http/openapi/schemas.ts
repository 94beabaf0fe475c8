import type { Field, Fields } from '../../model/fields.ts'
import { type InputMode, isRecordInput, isWritable } from '../../model/input.ts'
import { type InnerSchemas, isScalar, type JsonSchema } from '../../model/kinds/field-kind.ts'
import { PERMITTED, permittedField } from '../../model/permitted.ts'
import { EXPANDED, referencesIn } from '../../model/references.ts'
import { fieldsOf, type Resource } from '../../model/resource.ts'
import { isMandatory, isNullable, isReceived } from '../../model/traits.ts'
import { pascalCase, schemaRef } from './names.ts'

/**
 * Where the value occurs: in a record, in any other response, in the body of a creation or of an update.
 */
type Purpose = 'record' | 'output' | InputMode
const isInput = (purpose: Purpose): purpose is InputMode => purpose === 'create' || purpose === 'update'

const INPUT_NOTE =
  'Read-only fields may be sent back as they were received; they are ignored, and `meta.warnings` tells of other values. Unknown fields are refused.'

const permitted = { [PERMITTED]: { $ref: '#/components/schemas/Permitted', readOnly: true } }

export const permittedSchema = (): JsonSchema => outputSchema(permittedField)

/** The records that `expand` puts beside the ids among these fields. */
function expandedIn(fields: Fields): object {
  const own = referencesIn(fields).filter(({ parents }) => parents.length === 0)
  if (own.length === 0) return {}
  return {
    [EXPANDED]: {
      type: 'object',
      readOnly: true,
      properties: Object.fromEntries(own.map(({ name, target }) => [name, schemaRef(pascalCase(target.singular))])),
      description: 'Only with `expand`: the records that these ids name, as far as you may read them.',
    },
  }
}

export const recordSchema = (resource: Resource): JsonSchema => ({
  ...withProperties(objectSchema(fieldsOf(resource), 'record'), { ...expandedIn(fieldsOf(resource)), ...permitted }),
  // Everything else may be missing: `fields` leaves it out, and so does a role from which it is hidden.
  required: ['id'],
  description: resource.description,
})

export const outputSchema = (output: Field): JsonSchema => schemaOf(output, 'output')

/** A record can be sent back with all that it was read with. */
export const inputSchema = (fields: Fields, mode: InputMode): JsonSchema => ({
  ...withProperties(objectSchema(fields, mode), isRecordInput(fields) ? { ...expandedIn(fields), ...permitted } : {}),
  description: INPUT_NOTE,
})

const withProperties = (schema: JsonSchema, more: object): JsonSchema => ({
  ...schema,
  properties: { ...(schema.properties as object), ...more },
})

/** A parameter in the address is there or is not; it is never null. */
export const parameterSchema = (field: Field): JsonSchema => ({
  ...bareSchema(field, 'create'),
  ...(isScalar(field) && field.options.default !== undefined && { default: field.options.default }),
})

function objectSchema(fields: Fields, purpose: Purpose): JsonSchema {
  const shown = Object.entries(fields).filter(([, field]) => isShown(field, purpose))
  const required = shown.filter(([, field]) => isRequired(field, purpose)).map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(shown.map(([name, field]) => [name, schemaOf(field, purpose)])),
    ...(required.length > 0 && { required }),
    ...(isInput(purpose) && { additionalProperties: false }),
  }
}

const isShown = (field: Field, purpose: Purpose) => isReceived(field) || (isInput(purpose) && isWritable(field))

function isRequired(field: Field, purpose: Purpose): boolean {
  if (purpose === 'output') return !field.options.maybe
  return purpose === 'create' && isMandatory(field)
}

function schemaOf(field: Field, purpose: Purpose): JsonSchema {
  // What is ignored when it is sent looks as it did when it was received.
  if (!isWritable(field) && isInput(purpose)) return schemaOf(field, 'record')
  const bare = bareSchema(field, purpose)
  return { ...(mayBeNull(field, purpose) ? orNull(bare) : bare), ...annotationsOf(field, purpose) }
}

const bareSchema = ({ kind, options }: Field, purpose: Purpose): JsonSchema =>
  kind.schema(options, innerSchemas[purpose])

function innerSchemasFor(purpose: Purpose): InnerSchemas {
  // Entries and lines are replaced as a whole, so they must be complete even in an update.
  const inside = purpose === 'update' ? 'create' : purpose
  return {
    parts: (fields) => objectSchema(fields, purpose),
    row: (fields) => lineSchema(fields, inside),
    entry: (field) => schemaOf(field, inside),
  }
}

const innerSchemas: { readonly [P in Purpose]: InnerSchemas } = {
  record: innerSchemasFor('record'),
  output: innerSchemasFor('output'),
  create: innerSchemasFor('create'),
  update: innerSchemasFor('update'),
}

function lineSchema(fields: Fields, purpose: Purpose): JsonSchema {
  const line = objectSchema(fields, purpose)
  const id = isInput(purpose)
    ? { type: 'string', description: 'Of a line that the record has already: it keeps its identity.' }
    : { type: 'string', readOnly: true }
  return {
    ...line,
    properties: { id, ...(line.properties as object), ...expandedIn(fields) },
    ...(!isInput(purpose) && { required: ['id', ...((line.required as string[] | undefined) ?? [])] }),
  }
}

const mayBeNull = (field: Field, purpose: Purpose): boolean =>
  isInput(purpose) ? !isMandatory(field) : isNullable(field)

/** An `enum` would have to list null as well; the other keywords do not look at it. */
function orNull(schema: JsonSchema): JsonSchema {
  if (schema.enum) return { anyOf: [schema, { type: 'null' }] }
  return schema.type ? { ...schema, type: [schema.type, 'null'] } : schema
}

function annotationsOf(field: Field, purpose: Purpose): JsonSchema {
  const { description, example, default: value } = field.options
  return {
    ...(description && { description }),
    ...(purpose === 'create' && isScalar(field) && value !== undefined && { default: value }),
    ...(example !== undefined && { examples: [example] }),
    ...(!isWritable(field) && { readOnly: true }),
    ...(!isReceived(field) && { writeOnly: true }),
  }
}
