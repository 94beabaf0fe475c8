import { moneyFormats, oneLine } from './formats.ts'
import { linesTable } from './lines-table.ts'
import { masthead } from './masthead.ts'
import type { PrintedDocument } from './printed-document.ts'
import { type Block, COLOURS, CONTENT_WIDTH, PAGE, SIZES } from './style.ts'
import { closing } from './totals.ts'

/** What pdfmake draws. It writes into what it is given: a definition is drawn once. */
export interface Definition {
  readonly pageSize: 'A4'
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
const VOID_MARK = { text: 'VOID', color: COLOURS.void, opacity: 0.14, bold: true, fontSize: 210, angle: -52 }

const nameOf = ({ isDraft, kind, number }: PrintedDocument) =>
  isDraft ? `Draft ${kind.toLowerCase()}` : `${kind} ${oneLine(number)}`.trim()

const quietLine = (left: string, right: string): Block => ({
  columns: [
    { text: left, width: CONTENT_WIDTH - 180 },
    { text: right, width: 180, alignment: 'right' },
  ],
  fontSize: SIZES.small,
  color: COLOURS.muted,
})

/** A stripe of colour at the head of the first page. */
const background = (page: number): Block =>
  page === 1
    ? { canvas: [{ type: 'rect', x: 0, y: 0, w: PAGE.width, h: STRIPE_HEIGHT, color: COLOURS.accent }] }
    : { text: '' }

/** The first page has its masthead; those that follow say what they belong to. */
const headerOf =
  (document: PrintedDocument) =>
  (page: number): Block =>
    page === 1
      ? { text: '' }
      : { ...quietLine(oneLine(document.company.name), nameOf(document)), margin: [PAGE.left, 28, PAGE.right, 0] }

const footerOf =
  ({ company }: PrintedDocument) =>
  (page: number, pages: number): Block => {
    const taxId = oneLine(company.taxId)
    const owner = `${oneLine(company.name)}${taxId && `  ·  Tax ID ${taxId}`}`
    const rule = { type: 'line', x1: 0, y1: 0, x2: CONTENT_WIDTH, y2: 0, lineWidth: 0.5, lineColor: COLOURS.rule }
    const stack = [
      { canvas: [rule] },
      { ...quietLine(owner, `Page ${page} of ${pages}`), margin: [0, 8, 0, 0] } as const,
    ]
    return { stack, margin: [PAGE.left, 18, PAGE.right, 0] }
  }

/** The pages as data. They depend on the document alone: drawn twice, they have the same bytes. */
export function definitionOf(document: PrintedDocument): Definition {
  const money = moneyFormats(document.currency)
  const author = oneLine(document.company.name)
  return {
    pageSize: 'A4',
    pageMargins: [PAGE.left, PAGE.top, PAGE.right, PAGE.bottom],
    language: 'en',
    version: '1.7',
    displayTitle: true,
    info: {
      title: nameOf(document),
      author,
      creator: 'Kontor',
      creationDate: new Date(`${document.date}T00:00:00Z`),
    },
    defaultStyle: { font: 'Roboto', fontSize: SIZES.text, color: COLOURS.ink },
    content: [...masthead(document), linesTable(document, money), ...closing(document, money)],
    background,
    header: headerOf(document),
    footer: footerOf(document),
    ...(document.mark === 'cancelled' && { watermark: VOID_MARK }),
  }
}
