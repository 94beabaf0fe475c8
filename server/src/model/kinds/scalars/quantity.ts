import { decimalKind } from './decimal.ts'

/** How much of something: an amount in a unit of measure. */
export const quantity = decimalKind('quantity')
