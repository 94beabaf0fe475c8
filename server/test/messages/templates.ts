import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { templateOf } from '../../src/model/message.ts'

const SOURCE = join(import.meta.dirname, '../../src')

/** Every template in the source, with the file that it stands in. */
export function templatesInSource(): Map<string, string> {
  const found = new Map<string, string>()
  for (const file of globSync('**/*.ts', { cwd: SOURCE })) {
    if (file.endsWith('.test.ts')) continue
    for (const template of templatesIn(readFileSync(join(SOURCE, file), 'utf8'))) found.set(template, file)
  }
  return found
}

/** The templates of all msg`…` in a text, those inside another included. */
export const templatesIn = (text: string): string[] => literalsIn(text).map(({ parts }) => templateOf(parts))

/** The expressions that stand in msg`…` as values. */
export const valuesIn = (text: string): string[] => literalsIn(text).flatMap(({ values }) => values)

const literalsIn = (text: string) =>
  [...text.matchAll(/\bmsg`/g)].map(({ index }) => partsFrom(text, index + 'msg`'.length))

/** Reads a template literal from its first character to the closing backtick. */
function partsFrom(text: string, start: number): { parts: string[]; values: string[]; end: number } {
  const parts: string[] = []
  const values: string[] = []
  let part = ''
  let at = start
  while (text[at] !== '`') {
    if (text[at] === '\\') {
      part += text[at + 1]
      at += 2
    } else if (text.startsWith('${', at)) {
      const end = endOfExpression(text, at + 2)
      values.push(text.slice(at + 2, end - 1))
      at = end
      parts.push(part)
      part = ''
    } else {
      part += text[at]
      at += 1
    }
  }
  return { parts: [...parts, part], values, end: at + 1 }
}

/** The position after the brace that closes an expression. */
function endOfExpression(text: string, start: number): number {
  let at = start
  for (let depth = 1; depth > 0; ) {
    if (text[at] === '`') at = partsFrom(text, at + 1).end
    else {
      if (text[at] === '{') depth += 1
      if (text[at] === '}') depth -= 1
      at += 1
    }
  }
  return at
}
