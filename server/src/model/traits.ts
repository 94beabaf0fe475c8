import type { Field } from './fields.ts'
import { isWritable } from './input.ts'

/** A secret, and what is not kept, can be given, never received. */
export const isReceived = ({ options }: Field): boolean => !options.secret && !options.transient

/** Nothing stands in for it when it is not sent. */
export function isMandatory(field: Field): boolean {
  if (!isWritable(field)) return false
  const { kind, options } = field
  if (kind === 'group') return Object.values(options.fields!).some(isMandatory)
  return options.required === true && options.default === undefined
}

/** A record may hold no value for it. */
export const isNullable = ({ options }: Field): boolean =>
  !options.required && !options.filled && options.default === undefined
