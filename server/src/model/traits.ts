import { isWritable } from './input.ts'
import { type Field, hasParts } from './kinds/field-kind.ts'

/** No client ever sees its value. */
export const isConcealed = ({ options }: Pick<Field, 'options'>): boolean =>
  options.secret === true || options.internal === true

/** A secret, and what is not kept, can be given, never received. */
export const isReceived = (field: Field): boolean => !isConcealed(field) && !field.options.transient

/** Nothing stands in for it when it is not sent. */
export function isMandatory(field: Field): boolean {
  if (!isWritable(field)) return false
  if (hasParts(field)) return Object.values(field.options.fields).some(isMandatory)
  return field.options.required === true && field.options.default === undefined
}

/** Whether lists can be sorted by it: there is an index behind it, or the database computes it. */
export const isSortable = ({ kind, options }: Field): boolean =>
  Boolean(kind.isKey || options.indexed || options.unique || options.counted || options.figure)

/** Whether it is sorted as words are: a sort key is stored beside it, and indexed in its place. */
export const hasSortKey = (field: Field): boolean =>
  field.kind.isText && isSortable(field) && !isConcealed(field) && !field.options.isIdentifier

/** A record may hold no value for it. */
export const isNullable = ({ options }: Field): boolean =>
  !options.required && !options.filled && options.default === undefined
