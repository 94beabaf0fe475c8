import { structuredKind } from '../define.ts'

/** Any JSON: only the code that uses it knows what it holds. */
export const json = structuredKind<unknown>({
  name: 'json',
  structure: 'open',
  accept: (value) => value,
  schema: () => ({}),
  example: () => ({}),
})
