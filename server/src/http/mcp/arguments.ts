import { IDEMPOTENCY_KEY_MAX } from '../../core/execution/idempotency.ts'
import { PER_PAGE_DEFAULT, PER_PAGE_MAX } from '../../core/lists/parse-list.ts'
import { refuseFaults } from '../../core/problem.ts'
import {
  choice,
  type Field,
  type FieldOptions,
  type Fields,
  flag,
  integer,
  json,
  list,
  optionalJson,
  text,
} from '../../model/fields.ts'
import { Faults, fieldLabel, isObject, readInput } from '../../model/input.ts'
import type { JsonSchema } from '../../model/kinds/field-kind.ts'
import { msg } from '../../model/message.ts'
import type { AnyRecord } from '../../model/resource.ts'
import { ID_MAX } from '../../model/text.ts'
import { isMandatory } from '../../model/traits.ts'
import { createComponents } from '../openapi/components.ts'
import { parameterSchema } from '../openapi/schemas.ts'

const NAME_MAX = 100

/** JSON Schema knows no choice among nothing. */
export const oneOf = (names: readonly string[], options: FieldOptions = {}): Field<string> =>
  names.length > 0 ? choice(names, options) : text({ max: NAME_MAX, ...options })

/** The arguments that several tools take. They are declared and checked as the fields of a body are. */
export const argument = {
  resource: (names: readonly string[]) => choice(names, { required: true, description: 'Which kind of records.' }),
  id: text({ required: true, max: ID_MAX, description: 'The id of the record.' }),
  optionalId: text({
    max: ID_MAX,
    description: 'The id of the record; left out where there is but one record, or none.',
  }),
  fields: list(text({ max: NAME_MAX }), {
    description: 'Only these fields, such as name or address.city. Left out: those that matter most.',
  }),
  limit: integer({
    min: 1,
    max: PER_PAGE_MAX,
    description: `How many records at most; ${PER_PAGE_DEFAULT} if left out.`,
  }),
  cursor: text({ max: 2000, description: 'The nextCursor of the previous result, to go on after it.' }),
  values: (description: string) => json<AnyRecord>({ description }),
  optionalValues: (description: string) => optionalJson<AnyRecord>({ description }),
  ifVersion: integer({
    min: 1,
    description: 'The version that you have read: refused if the record has changed since.',
  }),
  dryRun: flag({
    description:
      'With true, everything is checked and nothing is kept: the result tells what would happen, with all records that would change as effects.',
  }),
  idempotencyKey: text({
    max: IDEMPOTENCY_KEY_MAX,
    description: 'Any text that is new for each change: a repeated call with the same key is carried out once.',
  }),
} as const

const isOpen = ({ kind }: Field): boolean => kind.structure === 'open'

/** The JSON Schema of the arguments. None of them is ever null. */
export function argumentsSchema(fields: Fields): { type: 'object' } & JsonSchema {
  const components = createComponents(new Set())
  const schemaOf = (field: Field): JsonSchema => ({
    ...(isOpen(field) ? { type: 'object', additionalProperties: true } : parameterSchema(components, field)),
    ...(field.options.description && { description: field.options.description }),
  })
  const required = Object.keys(fields).filter((name) => isMandatory(fields[name]!))
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

/** Throws for all faults at once. What was left out is left out of the result. */
export function readArguments(fields: Fields, sent: AnyRecord): AnyRecord {
  const faults = new Faults()
  const values = readInput(fields, sent, 'create', faults)
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name] ?? null
    if (isOpen(field) && value !== null && !isObject(value))
      faults.push({ field: name, message: msg`${fieldLabel(name)} must be an object.` })
  }
  refuseFaults(faults.details, faults.omitted)
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''))
}
