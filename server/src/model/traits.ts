import { isWritable } from './input.ts'
import { type Field, hasParts } from './kinds/field-kind.ts'

/** A secret, and what is not kept, can be given, never received. */
export const isReceived = ({ options }: Field): boolean => !options.secret && !options.transient

/** Nothing stands in for it when it is not sent. */
export function isMandatory(field: Field): boolean {
  if (!isWritable(field)) return false
  if (hasParts(field)) return Object.values(field.options.fields).some(isMandatory)
  return field.options.required === true && field.options.default === undefined
}

/** A record may hold no value for it. */
export const isNullable = ({ options }: Field): boolean =>
  !options.required && !options.filled && options.default === undefined
