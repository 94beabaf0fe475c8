import type { Comparable, Condition } from './list-query.ts'

/** Conditions as the query of a list, as a client writes it. */
export const queryOf = (conditions: readonly Condition[]): string =>
  conditions
    .map(
      ({ path, operator, values }) =>
        `${operator === 'eq' ? path : `${path}[${operator}]`}=${values.map(textOf).join()}`,
    )
    .join('&')

/** A comma inside a value is escaped, since commas part the values of `in`. */
const textOf = (value: Comparable): string => encodeURIComponent(String(value).replaceAll(',', '\\,'))
