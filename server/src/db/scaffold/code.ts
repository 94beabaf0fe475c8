/** Source code: an expression as it is, a list, or an object. */
export type Code = string | readonly Code[] | { readonly [name: string]: Code }

const WIDTH = 120
const STEP = '  '
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/

/** A literal with the quotes that the formatter chooses. */
export function quoted(text: string): string {
  const inDouble = JSON.stringify(text)
  if (text.includes("'") && !text.includes('"')) return inDouble
  return `'${inDouble.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

/** An awaited call, laid out as the formatter does it, so that a generated file passes the style check as it is. */
export function printedCall(callee: string, args: readonly Code[], indent: string): string {
  const head = `${indent}await ${callee}(`
  const line = `${head}${args.map(flat).join(', ')})`
  if (line.length <= WIDTH) return line
  const [last, others] = [args.at(-1)!, args.slice(0, -1)]
  const isLastAlone = typeof last !== 'string' && others.every((argument) => typeof argument === 'string')
  if (isLastAlone) return `${head}${others.map((argument) => `${argument}, `).join('')}${broken(last, indent)})`
  const inner = indent + STEP
  const lines = args.map((argument) => `${inner}${printed(argument, inner, inner.length + 1)},`)
  return [head, ...lines, `${indent})`].join('\n')
}

/** A comment of as many lines as it takes. */
export function printedComment(text: string, indent: string): string {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`
    if (lines.length > 0 && indent.length + 2 + longer.length <= WIDTH) lines[lines.length - 1] = longer
    else lines.push(` ${word}`)
  }
  return lines.map((line) => `${indent}//${line}`).join('\n')
}

function flat(code: Code): string {
  if (typeof code === 'string') return code
  if (isList(code)) return `[${code.map(flat).join(', ')}]`
  return `{ ${Object.entries(code)
    .map(([name, value]) => `${keyOf(name)}: ${flat(value)}`)
    .join(', ')} }`
}

/** On one line where it fits beside the characters that are `taken` there, otherwise one entry a line. */
const printed = (code: Code, indent: string, taken: number): string =>
  typeof code === 'string' || taken + flat(code).length <= WIDTH ? flat(code) : broken(code, indent)

function broken(code: Exclude<Code, string>, indent: string): string {
  const inner = indent + STEP
  const entries: readonly (readonly [string, Code])[] = isList(code)
    ? code.map((entry) => ['', entry])
    : Object.entries(code).map(([name, value]) => [`${keyOf(name)}: `, value])
  const lines = entries.map(([key, value]) => `${inner}${key}${printed(value, inner, inner.length + key.length + 1)},`)
  const [open, close] = isList(code) ? ['[', ']'] : ['{', '}']
  return [open, ...lines, `${indent}${close}`].join('\n')
}

const isList = (code: Code): code is readonly Code[] => Array.isArray(code)
const keyOf = (name: string) => (IDENTIFIER.test(name) ? name : quoted(name))
