/** The result of one part of the benchmark, as a table. */
export interface Section {
  readonly title: string
  /** What the figures mean, and whether higher or lower is better. */
  readonly note: string
  readonly columns: readonly string[]
  readonly rows: readonly Row[]
}

export interface Row {
  readonly title: string
  readonly figures: readonly (number | string)[]
}

/** A Markdown table with aligned columns, which is also readable as plain text. */
export function toMarkdown({ title, note, columns, rows }: Section): string {
  const head = ['', ...columns]
  const lines = rows.map((row) => [row.title, ...row.figures.map(formatFigure)])
  const widths = head.map((name, column) =>
    Math.max(3, ...[name, ...lines.map((cells) => cells[column]!)].map(lengthOf)),
  )
  const lineOf = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join(' | ')} |`
  const rule = `|${widths.map((width, column) => `${'-'.repeat(width + 1)}${column === 0 ? '-' : ':'}`).join('|')}|`
  return [`### ${title}`, '', note, '', lineOf(head), rule, ...lines.map(lineOf), ''].join('\n')
}

const lengthOf = (text: string) => text.length
const formatFigure = (figure: number | string): string =>
  typeof figure === 'string' ? figure : figure.toFixed(Math.abs(figure) >= 100 ? 0 : Math.abs(figure) >= 10 ? 1 : 2)
