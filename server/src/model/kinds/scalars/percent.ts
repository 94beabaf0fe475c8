import { decimalKind } from './decimal.ts'

/** 19 stands for 19 %. */
export const percent = decimalKind('percent', { min: 0, max: 100 }, /\s*%$/)
