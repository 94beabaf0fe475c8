import { isPlainText } from './plain-text.ts'

export const ID_MAX = 64

/** Whether it could be an id: of a record that exists, or of none. */
export const isIdText = (value: string): boolean => value !== '' && value.length <= ID_MAX && isPlainText(value)

/** A made-up id of a resource, recognisable by its prefix. */
export const exampleId = (prefix: string): string => `${prefix}_0t3q8m5xk00a7b2c9d4`
