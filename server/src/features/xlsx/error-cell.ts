import { attributesOf, type Tag, tagsIn } from './sheet-tags.ts'

/** Stands before the code of an error, such as #REF!, in the cell of a formula that failed. No keyboard has it. */
const MARK = '\uE0F0'
const MARK_IN_XML = `&#${MARK.charCodeAt(0)};`

const ERROR_TYPE = /\st\s*=\s*["']e["']/
const TAGS: ReadonlySet<string> = new Set(['c', '/c', 'v'])

/** The XML of a sheet, with failed formulas as marked texts: the library that reads it would take them for empty cells. */
export function withErrorTexts(xml: string): string {
  if (!ERROR_TYPE.test(xml)) return xml
  const parts: string[] = []
  let done = 0
  let failed: Tag | undefined
  for (const tag of tagsIn(xml, TAGS)) {
    if (tag.name === 'v' && failed && !tag.isEmpty) {
      const [type] = attributesOf(xml, failed, 't')
      parts.push(xml.slice(done, type!.from), 'str', xml.slice(type!.from + type!.value.length, tag.to), MARK_IN_XML)
      done = tag.to
    }
    failed = tag.name === 'c' && !tag.isEmpty && attributesOf(xml, tag, 't')[0]?.value === 'e' ? tag : undefined
  }
  return parts.join('') + xml.slice(done)
}

/** The code of the error, if the cell has one. */
export const errorIn = (cell: string): string | undefined =>
  cell.startsWith(MARK) ? cell.slice(MARK.length) : undefined

/** The text of a cell as a spreadsheet shows it. */
export const shownText = (cell: string): string => errorIn(cell) ?? cell
