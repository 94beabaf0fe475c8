import { type Query, queryText as textOf } from '../../../client/src/query.ts'

/** What stands behind the `?`, in the words of the API. What has no value is left out. */
export const queryText = (query: Query): string => textOf(query, (value) => value !== undefined && value !== '')
