import { BASELINE_TITLE } from './compare-with-baseline.ts'
import { PROCESSOR_COLUMN } from './growth.ts'
import type { Row, Section } from './report.ts'

const WIDTH = 760
const LABELS = 330
const BAR = 18
const STEP = 28
const MARGIN = 24
const RIGHT = 90

/** The figures of one column as bars. */
interface Panel {
  readonly title: string
  readonly rows: readonly Row[]
  readonly column: number
  /** The meaning of 1, which is drawn as a line. */
  readonly baseline: string
}

/** The most important figures as a self-contained SVG image. */
export function renderChart(sections: readonly Section[]): string {
  const panels = sections.flatMap((section): Panel[] => {
    const { title, rows, columns } = section
    if (title === BASELINE_TITLE)
      return [
        {
          title: 'Work per processor time, compared with a bare web server',
          rows,
          column: columns.indexOf('per processor time'),
          baseline: 'bare Fastify',
        },
      ]
    if (title.startsWith('From'))
      return [
        {
          title: `Processor time of a request. ${title}`,
          rows,
          column: columns.indexOf(PROCESSOR_COLUMN),
          baseline: 'no growth',
        },
      ]
    return []
  })
  let top = MARGIN
  const rendered = panels.map((panel) => {
    const svg = renderPanel(panel, top)
    top += STEP * (panel.rows.length + 2) + MARGIN
    return svg
  })
  const style =
    'text { font: 13px system-ui, sans-serif; fill: #57606a } .title { font-weight: 600 } rect { fill: #3b82c4 } line { stroke: #d29922; stroke-dasharray: 4 3 } .one { fill: #b07d12 }'
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${top}" viewBox="0 0 ${WIDTH} ${top}" role="img" aria-label="Speed of Kontor">`,
    `<style>${style}</style>`,
    ...rendered,
    '</svg>',
    '',
  ].join('\n')
}

function renderPanel({ title, rows, column, baseline }: Panel, top: number): string {
  const values = rows.map(({ figures }) => figures[column] as number)
  const scale = (WIDTH - LABELS - RIGHT) / Math.max(1, ...values)
  const bars = rows.map((row, index) => {
    const [y, value] = [top + STEP * (index + 1), values[index]!]
    return [
      `<text x="${LABELS - 10}" y="${y + BAR - 4}" text-anchor="end">${row.title}</text>`,
      `<rect x="${LABELS}" y="${y}" width="${(value * scale).toFixed(1)}" height="${BAR}" rx="2"/>`,
      `<text x="${(LABELS + value * scale + 8).toFixed(1)}" y="${y + BAR - 4}">${value.toFixed(2)}</text>`,
    ].join('\n')
  })
  const [line, bottom] = [(LABELS + scale).toFixed(1), top + STEP * (rows.length + 1)]
  return [
    `<text class="title" x="0" y="${top}">${title}</text>`,
    ...bars,
    `<line x1="${line}" y1="${top + STEP - 6}" x2="${line}" y2="${bottom}"/>`,
    `<text class="one" x="${line}" y="${bottom + 14}" text-anchor="middle">1 = ${baseline}</text>`,
  ].join('\n')
}
