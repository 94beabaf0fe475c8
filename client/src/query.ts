export type Query = Readonly<Record<string, unknown>>

/** What stands behind the `?`, in the words of the API: `orderDate[gte]=2026-01-01`. What is undefined is left out. */
export const queryText = (query: Query, isSent = (value: unknown): boolean => value !== undefined): string =>
  Object.entries(query)
    .flatMap(([name, value]) => pairs(name, value))
    .filter(([, value]) => isSent(value))
    .map(([name, value]) => `${readable(name)}=${readable(textOf(value))}`)
    .join('&')

/** Operators stand in brackets. */
const pairs = (name: string, value: unknown): [string, unknown][] =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date)
    ? Object.entries(value).map(([operator, operand]) => [`${name}[${operator}]`, operand])
    : [[name, value]]

/** A list is separated by commas; a comma inside a value is escaped. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map((entry) => textOf(entry).replace(/[\\,]/g, '\\$&')).join(',')
  return value instanceof Date ? value.toISOString() : String(value)
}

/** Brackets, commas and colons stay readable. */
const readable = (text: string) =>
  encodeURIComponent(text).replace(/%(5B|5D|2C|3A|20)/g, (code) => (code === '%20' ? '+' : decodeURIComponent(code)))
