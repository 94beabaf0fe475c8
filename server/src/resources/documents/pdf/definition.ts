import { footerOf, quietLine } from './footer.ts'
import { oneLine } from './formats.ts'
import { linesTable } from './lines-table.ts'
import { masthead } from './masthead.ts'
import type { PrintedDocument } from './printed-document.ts'
import { type Sheet, sheetOf } from './sheet.ts'
import { type Block, COLOURS, SIZES } from './style.ts'
import { closing } from './totals.ts'

/** What pdfmake draws. It writes into what it is given: a definition is drawn once. */
export interface Definition {
  readonly pageSize: { readonly width: number; readonly height: number }
  readonly pageMargins: readonly [left: number, top: number, right: number, bottom: number]
  readonly language: string
  readonly version: string
  readonly displayTitle: boolean
  readonly info: Readonly<Record<string, string | Date>>
  readonly defaultStyle: Partial<Block> & { readonly font: string }
  readonly content: readonly Block[]
  readonly watermark?: Readonly<Record<string, unknown>>
  background(page: number): Block
  header(page: number): Block
  footer(page: number, pages: number): Block
}

const STRIPE_HEIGHT = 5
const VOID_MARK = { color: COLOURS.void, opacity: 0.14, bold: true, angle: -52 }
const VOID_SIZE = 840

const nameOf = ({ isDraft, kind, number }: PrintedDocument, { words }: Sheet) =>
  isDraft ? words.draftOf(kind) : `${kind} ${oneLine(number)}`.trim()

const FOLD_MARK = { type: 'line', x1: 14, x2: 26, lineWidth: 0.4, lineColor: COLOURS.muted }

/** A stripe of colour at the head of the first page, and the marks by which it is folded. */
const backgroundOf =
  ({ page, accent }: Sheet) =>
  (number: number): Block => {
    const stripe = { type: 'rect', x: 0, y: 0, w: page.width, h: STRIPE_HEIGHT, color: accent }
    const marks = page.folds.map((y) => ({ ...FOLD_MARK, y1: y, y2: y }))
    return number === 1 ? { canvas: [stripe, ...marks] } : { text: '' }
  }

/** The first page has its masthead; those that follow say what they belong to. */
const headerOf =
  (document: PrintedDocument, sheet: Sheet) =>
  (number: number): Block => {
    if (number === 1) return { text: '' }
    const { page } = sheet
    const line = quietLine(oneLine(document.company.name), nameOf(document, sheet), page)
    return { ...line, margin: [page.left, 28, page.right, 0] }
  }

/** The pages as data. They depend on the document alone: drawn twice, they have the same bytes. */
export function definitionOf(document: PrintedDocument): Definition {
  const sheet = sheetOf(document)
  const { page, words } = sheet
  const { width, height } = page
  const author = oneLine(document.company.name)
  return {
    pageSize: { width, height },
    pageMargins: [page.left, page.top, page.right, page.bottom],
    language: document.language,
    version: '1.7',
    displayTitle: true,
    info: {
      title: nameOf(document, sheet),
      author,
      creator: 'Kontor',
      creationDate: new Date(`${document.date}T00:00:00Z`),
    },
    defaultStyle: { font: 'Roboto', fontSize: SIZES.text, color: COLOURS.ink },
    content: [...masthead(document, sheet), linesTable(document, sheet), ...closing(document, sheet)],
    background: backgroundOf(sheet),
    header: headerOf(document, sheet),
    footer: footerOf(document, sheet),
    ...(document.mark === 'stopped' && {
      watermark: { ...VOID_MARK, text: words.void, fontSize: VOID_SIZE / words.void.length },
    }),
  }
}
