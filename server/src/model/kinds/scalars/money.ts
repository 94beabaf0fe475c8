import { decimalKind } from './decimal.ts'

/** An amount in the currency of the company. */
export const money = decimalKind('money')
