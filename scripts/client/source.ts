const WIDTH = 100

/** A value as TypeScript: on one line if it is short, otherwise each entry on its own. */
export function sourceOf(value: unknown, depth = 0): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const isList = Array.isArray(value)
  const [open, close] = isList ? ['[', ']'] : ['{ ', ' }']
  const parts = Object.entries(value).map(([name, inner]) => {
    const source = sourceOf(inner, depth + 1)
    return isList ? source : `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)}: ${source}`
  })
  if (parts.length === 0) return isList ? '[]' : '{}'
  const line = `${open}${parts.join(', ')}${close}`
  if (line.length + depth * 2 <= WIDTH && !line.includes('\n')) return line
  const indent = '  '.repeat(depth + 1)
  return `${open.trim()}\n${parts.map((part) => `${indent}${part},\n`).join('')}${'  '.repeat(depth)}${close.trim()}`
}

const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
