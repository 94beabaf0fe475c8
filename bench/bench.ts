// Measures the speed of Kontor as ratios within one run: npm run bench -- --help
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DataStore } from './data.ts'
import { measure } from './measure.ts'
import { HELP, readOptions } from './options.ts'
import { type Section, toMarkdown } from './report.ts'
import { writeReport } from './write-report.ts'

const options = readOptions(process.argv.slice(2))
if (!options) {
  console.log(HELP)
  process.exit(0)
}
const folder = options.data ? resolve(options.data) : mkdtempSync(join(tmpdir(), 'kontor-bench-'))
mkdirSync(folder, { recursive: true })
const store = new DataStore(folder)
try {
  const sections: Section[] = []
  for await (const section of measure(options, store)) {
    sections.push(section)
    console.log(`\n${toMarkdown(section)}`)
  }
  if (options.writesReport) writeReport(sections)
} finally {
  store.removeCopies()
  if (!options.data) rmSync(folder, { recursive: true, force: true })
}
