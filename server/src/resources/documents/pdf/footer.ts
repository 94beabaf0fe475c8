import { ibanText } from '../../../model/iban.ts'
import { oneLine } from './formats.ts'
import type { PrintedDocument, PrintedLetterhead } from './printed-document.ts'
import { FOOTER, footerColumns, type Page, type Sheet } from './sheet.ts'
import { type Block, COLOURS, SIZES, widthOf } from './style.ts'

const NUMBER_WIDTH = 90

export const quietLine = (left: string, right: string, { content }: Page): Block => ({
  columns: [
    { text: left, width: content - NUMBER_WIDTH },
    { text: right, width: NUMBER_WIDTH, alignment: 'right' },
  ],
  fontSize: SIZES.small,
  color: COLOURS.muted,
})

/** What the company has at the foot of its paper. */
function letterheadLines(letterhead: PrintedLetterhead, { content }: Page): Block[] {
  const all = footerColumns(letterhead, content)
  if (all.length === 0) return []
  const width = (content - FOOTER.gap * (all.length - 1)) / all.length
  const columns = all.map((lines): Block => ({ text: lines.join('\n'), width }))
  return [{ columns, columnGap: FOOTER.gap, fontSize: FOOTER.fontSize, color: COLOURS.muted, margin: [0, 6, 0, 0] }]
}

const SEPARATOR = '  ·  '

/** A row ends between two parts, never inside of one. */
function rowsOf(parts: readonly string[], width: number): string {
  const rows: string[] = []
  for (const part of parts) {
    const longer = rows.length > 0 ? `${rows.at(-1)}${SEPARATOR}${part}` : part
    if (rows.length > 0 && widthOf(longer, SIZES.small) <= width) rows[rows.length - 1] = longer
    else rows.push(part)
  }
  return rows.join('\n')
}

export function footerOf({ company, letterhead }: PrintedDocument, { page, words }: Sheet) {
  const taxId = oneLine(company.taxId)
  const parts = [
    oneLine(company.name),
    taxId && `${words.taxId} ${taxId}`,
    letterhead.iban && `IBAN ${ibanText(letterhead.iban)}`,
    letterhead.iban && letterhead.bic && `BIC ${letterhead.bic}`,
  ]
  const shown = parts.flatMap((part) => part || [])
  const owner = rowsOf(shown, page.content - NUMBER_WIDTH)
  /** Made for each page: pdfmake writes into it. */
  const ruleOf = () => ({
    type: 'line',
    x1: 0,
    y1: 0,
    x2: page.content,
    y2: 0,
    lineWidth: 0.5,
    lineColor: COLOURS.rule,
  })
  return (number: number, of: number): Block => ({
    stack: [
      { canvas: [ruleOf()] },
      ...letterheadLines(letterhead, page),
      { ...quietLine(owner, words.page(number, of), page), margin: [0, 8, 0, 0] },
    ],
    margin: [page.left, 18, page.right, 0],
  })
}
