import { WorkbookFault } from './fault.ts'

/**
 * Of one token of XML: a tag, a comment, or a text between them. A cell has at most 32,767 characters, each of which may be
 * written as a reference such as `&#8364;`.
 */
const TOKEN_MAX = 300_000
const [QUOTE, APOSTROPHE, CLOSE] = [34, 39, 62]
const ENDS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const

/**
 * The library parses a sheet in chunks and looks at a token that is not finished again with each of them, which takes a time
 * that grows with the square of its length. So a token that was made to be long is refused before.
 */
export function refuseLongTokens(xml: string): void {
  for (let at = 0; ; ) {
    const from = xml.indexOf('<', at)
    if ((from < 0 ? xml.length : from) - at > TOKEN_MAX) throw new WorkbookFault('broken')
    if (from < 0) return
    at = endOfToken(xml, from)
    if (at < 0 || at - from > TOKEN_MAX) throw new WorkbookFault('broken')
  }
}

/** The position after a token; negative if it has no end. */
function endOfToken(xml: string, from: number): number {
  const [, end] = ENDS.find(([start]) => xml.startsWith(start, from)) ?? []
  if (end === undefined) return endOfTag(xml, from)
  const to = xml.indexOf(end, from)
  return to < 0 ? to : to + end.length
}

/** Quoted values may hold `>`. */
function endOfTag(xml: string, from: number): number {
  for (let at = from + 1; at - from <= TOKEN_MAX && at < xml.length; at++) {
    const code = xml.charCodeAt(at)
    if (code === CLOSE) return at + 1
    if (code !== QUOTE && code !== APOSTROPHE) continue
    at = xml.indexOf(code === QUOTE ? '"' : "'", at + 1)
    if (at < 0) return at
  }
  return -1
}
