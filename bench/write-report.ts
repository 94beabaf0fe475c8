import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, type } from 'node:os'
import { join } from 'node:path'
import { renderChart } from './chart.ts'
import { type Section, toMarkdown } from './report.ts'
import { root } from './server-under-test.ts'

const [BEGIN, END] = ['<!-- from here on written by npm run bench -- --write -->', '<!-- to here -->']

/** Replaces the figures and the chart of the last run. */
export function writeReport(sections: readonly Section[]): void {
  const page = join(root, 'docs/PERFORMANCE.md')
  const text = readFileSync(page, 'utf8')
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)]
  if (from < 0 || to < from)
    throw new Error('docs/PERFORMANCE.md lacks the comments that mark the place of the figures.')
  const parts = [text.slice(0, from + BEGIN.length), `Measured ${environmentText()}.`, ...sections.map(toMarkdown)]
  writeFileSync(page, `${parts.join('\n\n').trimEnd()}\n\n${text.slice(to)}`)
  writeFileSync(join(root, 'docs/performance.svg'), renderChart(sections))
}

const environmentText = () =>
  `on ${new Date().toISOString().slice(0, 10)} with Node ${process.version.slice(1)}, SQLite ${process.versions.sqlite}, on ${cpus().length} shared cores (${type()}, ${process.arch}) with a load average of ${loadavg()[2]!.toFixed(0)} over the last quarter of an hour`
