import { type Formats, formatsIn, oneLine } from './formats.ts'
import type { PrintedDocument, PrintedLetterhead } from './printed-document.ts'
import { COLOURS, widthOf } from './style.ts'
import { type Words, wordsIn } from './words.ts'

/** What the pages of one document have in common: their measures in points, the colour and the language. */
export interface Sheet {
  readonly page: Page
  readonly accent: string
  readonly formats: Formats
  readonly words: Words
}

export interface Page {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  /** The width between the margins, and its two columns: dates above and totals below stand in the one at the side. */
  readonly content: number
  readonly main: number
  readonly gap: number
  readonly side: number
  /** Where the window of the envelope begins and the letter goes on below it, from the top of the page. */
  readonly window?: { readonly top: number; readonly body: number }
  /** Where the sheet is folded so that the window shows the address. */
  readonly folds: readonly number[]
}

const POINTS_PER_MM = 72 / 25.4
const POINTS_PER_INCH = 72
const mm = (length: number) => length * POINTS_PER_MM

const PAPERS = {
  a4: { width: 595.28, height: 841.89 },
  letter: { width: 612, height: 792 },
} as const

const PLAIN = { left: 48, right: 48, side: 212, gap: 36, folds: [] }
/** DIN 5008 form B: the window is 45 mm from the top, its text 25 mm from the left, and facts are 125 mm from the left. */
const DIN_5008 = {
  left: mm(25),
  right: mm(20),
  side: mm(65),
  gap: mm(15),
  window: { top: mm(45), body: mm(98.46) },
  folds: [mm(105), mm(210)],
}
/** A letter in a #10 envelope may move by half an inch: what is here is seen in the window wherever it lies. */
const US = {
  left: 0.875 * POINTS_PER_INCH,
  right: 48,
  side: 212,
  gap: 36,
  window: { top: 2.45 * POINTS_PER_INCH, body: 3.85 * POINTS_PER_INCH },
  folds: [PAPERS.letter.height / 3, (2 * PAPERS.letter.height) / 3],
}
const LAYOUTS = { din5008: DIN_5008, us: US } as const

const TOP = 56
const BOTTOM = 64
export const FOOTER = { fontSize: 7, lineHeight: 9, gap: 24 } as const

/** The lines at the foot of every page, in two columns if they are short enough. */
export function footerColumns({ footerLines }: PrintedLetterhead, width: number): string[][] {
  const lines = footerLines.map(oneLine).filter(Boolean)
  const half = Math.ceil(lines.length / 2)
  const isNarrow = lines.every((line) => widthOf(line, FOOTER.fontSize) <= (width - FOOTER.gap) / 2)
  return (isNarrow ? [lines.slice(0, half), lines.slice(half)] : [lines]).filter((column) => column.length > 0)
}

/** Of the longest column, with the rows that its lines may need. */
function footerHeight(letterhead: PrintedLetterhead, width: number): number {
  const rowsOf = (line: string) => Math.ceil(widthOf(line, FOOTER.fontSize) / width)
  const rows = footerColumns(letterhead, width).map((column) => column.reduce((sum, line) => sum + rowsOf(line), 0))
  return rows.length > 0 ? Math.max(...rows) * FOOTER.lineHeight + FOOTER.lineHeight : 0
}

export function pageOf(letterhead: PrintedLetterhead): Page {
  const paper = PAPERS[letterhead.paper]
  const layout = letterhead.addressWindow ? LAYOUTS[letterhead.addressWindow] : PLAIN
  const content = paper.width - layout.left - layout.right
  const bottom = BOTTOM + footerHeight(letterhead, content)
  return { ...paper, ...layout, top: TOP, bottom, content, main: content - layout.side - layout.gap }
}

export const sheetOf = ({ letterhead, language }: PrintedDocument): Sheet => ({
  page: pageOf(letterhead),
  accent: letterhead.accentColour ?? COLOURS.accent,
  formats: formatsIn(language),
  words: wordsIn(language),
})
