import { own } from '../../../../server/src/model/keys/own.ts'
import type { Detail } from '../../api/api-error.ts'
import type { Field, Resource, Row } from '../../api/resources.ts'
import { allAsked } from '../../api/stages.ts'

export type Values = Readonly<Record<string, unknown>>
export type Errors = Readonly<Record<string, string>>

/** What programs write rather than people. */
const FOR_PROGRAMS: readonly Field['kind'][] = ['json', 'externalIds']

/** What a form asks for: all that people can send, but for what comes with a step. */
export function formFields(resource: Resource, hidden: readonly string[]): readonly Field[] {
  const elsewhere = [...hidden, ...allAsked(resource)]
  return resource.fields.filter(
    ({ name, isReadOnly, isComputed, kind }) =>
      !isReadOnly && !isComputed && !FOR_PROGRAMS.includes(kind) && !elsewhere.includes(name),
  )
}

export const emptyValues = (fields: readonly Field[]): Values =>
  Object.fromEntries(fields.map(({ name, default: initial }) => [name, initial ?? null]))

export const valuesOf = (fields: readonly Field[], row: Row): Values =>
  Object.fromEntries(fields.map(({ name }) => [name, row[name] ?? null]))

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Only what was touched is sent, so that two people who change different fields do not undo each other. */
export const changesBetween = (before: Values, after: Values): Values =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => !isSame(value, before[name])))

/** The server writes `items[0].quantity`; several faults of one field stand together. */
export function errorsFrom(details: readonly Detail[]): Errors {
  const errors: Record<string, string> = {}
  for (const { field, message } of details) {
    const path = field.replace(/\[(\d+)\]/g, '.$1')
    const before = own(errors, path)
    errors[path] = before ? `${before} ${message}` : message
  }
  return errors
}
