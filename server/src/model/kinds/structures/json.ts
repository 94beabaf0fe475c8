import { structuredKind } from '../define.ts'

/** Any JSON: only the code that uses it knows what it holds. `of` describes it in the API documentation. */
export const json = structuredKind<unknown>({
  name: 'json',
  structure: 'open',
  accept: (value) => value,
  schema: ({ of }, inner) => (of ? inner.entry(of) : {}),
  example: () => ({}),
})
