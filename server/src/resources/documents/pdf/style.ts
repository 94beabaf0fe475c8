// The look of the page, and the part of pdfmake's vocabulary that it is written in. Sizes are in points.

export interface Block {
  readonly text?: string | readonly (string | Block)[]
  readonly stack?: readonly Block[]
  readonly columns?: readonly Block[]
  /** Of a cell: over so many columns of its table. */
  readonly colSpan?: number
  readonly table?: Table
  readonly canvas?: readonly object[]
  readonly svg?: string
  /** A data URL. */
  readonly image?: string
  /** The picture, or the code, is scaled to this. */
  readonly fit?: number | readonly [width: number, height: number]
  readonly qr?: string
  readonly eccLevel?: 'M'
  readonly mode?: 'octet'
  readonly layout?: TableLayout
  readonly width?: number | 'auto' | '*'
  readonly margin?: readonly [left: number, top: number, right: number, bottom: number]
  readonly alignment?: 'left' | 'right' | 'center'
  readonly columnGap?: number
  readonly unbreakable?: boolean
  readonly noWrap?: boolean
  readonly bold?: boolean
  readonly color?: string
  readonly fontSize?: number
  readonly characterSpacing?: number
  readonly lineHeight?: number
}

export interface Table {
  readonly body: readonly (readonly Block[])[]
  readonly widths: readonly (number | 'auto' | '*')[]
  /** Of each row, at least. */
  readonly heights?: readonly number[]
  readonly headerRows?: number
  readonly keepWithHeaderRows?: number
  readonly dontBreakRows?: boolean
}

/** Each answers for the line or the cell of that index. */
export interface TableLayout {
  hLineWidth(row: number): number
  vLineWidth(column: number): number
  hLineColor(row: number): string
  paddingLeft(column: number): number
  paddingRight(column: number): number
  paddingTop(row: number): number
  paddingBottom(row: number): number
}

export const COLOURS = {
  ink: '#1c2333',
  muted: '#667085',
  accent: '#3b4cb8',
  rule: '#e3e6ed',
  paid: '#1a7f4b',
  void: '#b42318',
} as const

export const SIZES = { text: 9, small: 7.5, lead: 10.5, company: 15, title: 22 } as const

/** No lines, no padding: what a layout is when it says nothing else. */
export const BARE: TableLayout = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  hLineColor: () => COLOURS.rule,
  paddingLeft: () => 0,
  paddingRight: () => 0,
  paddingTop: () => 0,
  paddingBottom: () => 0,
}

/** The small heading above a part of the page. */
export const label = (text: string): Block => ({
  text: text.toUpperCase(),
  fontSize: 6.5,
  bold: true,
  characterSpacing: 0.7,
  color: COLOURS.muted,
  margin: [0, 0, 0, 4],
})

export const number = (text: string, look: Partial<Block> = {}): Block => ({
  text,
  alignment: 'right',
  noWrap: true,
  ...look,
})

/** Room for a text of digits, which all have one width in this font; letters and signs are taken as wide. */
export function roomFor(text: string, fontSize: number): number {
  const ems = [...text].reduce((sum, sign) => sum + (/[,. ]/.test(sign) ? 0.28 : /\d/.test(sign) ? 0.57 : 0.68), 0)
  return Math.ceil(ems * fontSize)
}

/** The width of any text at most, as far as it is in Latin letters. */
export function widthOf(text: string, fontSize: number): number {
  const emOf = (sign: string) => {
    if (/[ .,:;·|'()ijlI-]/.test(sign)) return 0.31
    if (/[mwMW@%–—…&]/.test(sign)) return 0.9
    return /\p{Lu}/u.test(sign) ? 0.69 : 0.57
  }
  return fontSize * [...text].reduce((sum, sign) => sum + emOf(sign), 0)
}
