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
export function templatesIn(text: string): string[] {
  const found: string[] = []
  for (const { index } of text.matchAll(/\bmsg`/g)) {
    const { parts } = partsFrom(text, index + 'msg`'.length)
    found.push(templateOf(parts))
  }
  return found
}

/** Reads a template literal from its first character to the closing backtick. */
function partsFrom(text: string, start: number): { parts: string[]; end: number } {
  const parts: string[] = []
  let part = ''
  let at = start
  while (text[at] !== '`') {
    if (text[at] === '\\') {
      part += text[at + 1]
      at += 2
    } else if (text.startsWith('${', at)) {
      at = endOfExpression(text, at + 2)
      parts.push(part)
      part = ''
    } else {
      part += text[at]
      at += 1
    }
  }
  return { parts: [...parts, part], end: at + 1 }
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
