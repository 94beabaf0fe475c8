export type Query = Readonly<Record<string, unknown>>

/** What stands behind the `?`, in the words of the API: `orderDate[gte]=2026-01-01`. What has no value is left out. */
export const queryText = (query: Query): string =>
  Object.entries(query)
    .flatMap(([name, value]) => pairs(name, value))
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${readable(name)}=${readable(String(value))}`)
    .join('&')

/** Operators stand in brackets; a list is separated by commas, as text. */
const pairs = (name: string, value: unknown): [string, unknown][] =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.entries(value).map(([operator, operand]) => [`${name}[${operator}]`, operand])
    : [[name, value]]

/** Brackets, commas and colons stay readable. */
const readable = (text: string) =>
  encodeURIComponent(text).replace(/%(5B|5D|2C|3A|20)/g, (code) => (code === '%20' ? '+' : decodeURIComponent(code)))
