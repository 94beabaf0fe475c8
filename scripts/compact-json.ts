/**
 * The text of the OpenAPI document that is checked in: each operation and each component is one line, so that a difference
 * shows what has changed, and the rest is indented as usual.
 */
export const compactText = (document: unknown): string => `${textOf(document, 0)}\n`

/** How deep objects are spread over lines, by the names that lead to them. */
const SPREAD = [/^$/, /^\/(info|tags|paths|components)$/, /^\/paths\/[^/]+$/, /^\/components\/\w+$/]

function textOf(value: unknown, depth: number, place = ''): string {
  if (typeof value !== 'object' || value === null || !SPREAD.some((pattern) => pattern.test(place)))
    return JSON.stringify(value)
  const indent = '  '.repeat(depth + 1)
  const isList = Array.isArray(value)
  const entries = Object.entries(value).map(([name, inner]) => {
    // A path contains slashes; one step is one name.
    const text = textOf(inner, depth + 1, `${place}/${name.replaceAll('/', '~1')}`)
    return isList ? indent + text : `${indent}${JSON.stringify(name)}: ${text}`
  })
  const [open, close] = isList ? '[]' : '{}'
  return `${open}\n${entries.join(',\n')}\n${'  '.repeat(depth)}${close}`
}
