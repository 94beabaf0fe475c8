import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, type } from 'node:os'
import { join } from 'node:path'
import { chartOf } from './chart.ts'
import { root } from './contender.ts'
import { printed, type Section } from './report.ts'

const [BEGIN, END] = ['<!-- from here on written by npm run bench -- --write -->', '<!-- to here -->']

/** Puts the figures of a run, and a chart of them, in the place of those of the last one. */
export function writeReport(sections: readonly Section[]): void {
  const page = join(root, 'docs/PERFORMANCE.md')
  const text = readFileSync(page, 'utf8')
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)]
  if (from < 0 || to < from) throw new Error('docs/PERFORMANCE.md has no place for the figures.')
  const parts = [text.slice(0, from + BEGIN.length), `Measured ${circumstances()}.`, ...sections.map(printed)]
  writeFileSync(page, `${parts.join('\n\n').trimEnd()}\n\n${text.slice(to)}`)
  writeFileSync(join(root, 'docs/performance.svg'), chartOf(sections))
}

const circumstances = () =>
  `on ${new Date().toISOString().slice(0, 10)} with Node ${process.version.slice(1)}, SQLite ${process.versions.sqlite}, on ${cpus().length} shared cores (${type()}, ${process.arch}) with a load average of ${loadavg()[2]!.toFixed(0)} over the last quarter of an hour`
