// The command `npm run drill`: causes faults while clients write, and checks that nothing acknowledged is lost.
// docs/RELIABILITY.md describes the drills.
import { drills } from './catalog.ts'
import type { Drill } from './framework/drill.ts'
import { runDrill } from './framework/run-drill.ts'
import { lineOf, type Summary, violationsIn } from './framework/summary.ts'
import { ALL, type Options, readOptions, usage } from './options.ts'

const EXIT_FAILED = 1
const EXIT_USAGE = 2

function report({ name }: Drill, { seed, minutes, rounds, isPostgres, isJson }: Options, summary: Summary): void {
  const { facts, violations } = summary
  for (const line of violationsIn(summary)) console.error(line)
  const figures = Object.fromEntries(facts.map((fact) => [fact.name, fact.value]))
  const database = isPostgres ? 'postgres' : 'sqlite'
  const length = rounds === undefined ? { minutes } : { rounds }
  const data = { drill: name, database, seed, ...length, facts: figures, violations }
  console.log(isJson ? JSON.stringify(data) : lineOf(name, seed, summary))
}

interface Result {
  readonly name: string
  readonly line: string
  /** Undefined for a drill that was left out. */
  readonly isGood: boolean | undefined
}

/** Runs the drills one after the other, each with its part of the minutes. */
async function runAll(some: readonly Drill[], options: Options): Promise<Result[]> {
  const shares = some.reduce((sum, { share }) => sum + share, 0)
  const results: Result[] = []
  for (const drill of some) {
    const missing = drill.missing?.()
    if (missing !== undefined) {
      console.error(`${drill.name} is left out: ${missing}`)
      results.push({ name: drill.name, line: missing, isGood: undefined })
      continue
    }
    const own = { ...options, minutes: (options.minutes * drill.share) / shares }
    const summary = await runDrill(drill, own, (line) => console.error(`${drill.name}: ${line}`))
    report(drill, own, summary)
    const line = summary.facts.map(({ text }) => text).join(', ')
    results.push({ name: drill.name, line, isGood: summary.violations.length === 0 })
  }
  return results
}

/** As Markdown, so that it can be copied into docs/RELIABILITY.md. */
function tableOf(results: readonly Result[]): string {
  const word = (isGood: boolean | undefined) => (isGood === undefined ? 'left out' : isGood ? 'passed' : '**failed**')
  const rows = results.map(({ name, line, isGood }) => `| ${name} | ${word(isGood)} | ${line} |`)
  return ['', '| drill | result | counts |', '|---|---|---|', ...rows].join('\n')
}

function chosenBy({ name, isPostgres }: Options): readonly Drill[] {
  const database = isPostgres ? 'postgres' : 'sqlite'
  if (name === ALL) return drills.filter(({ databases }) => databases.includes(database))
  const drill = drills.find((one) => one.name === name)
  if (!drill) throw new Error(`There is no drill "${name}".`)
  if (!drill.databases.includes(database))
    throw new Error(`The drill "${name}" runs ${isPostgres ? 'without' : 'only with'} --postgres.`)
  const missing = drill.missing?.()
  if (missing !== undefined) throw new Error(missing)
  return [drill]
}

async function main(words: readonly string[]): Promise<number> {
  let options: Options
  let chosen: readonly Drill[]
  try {
    const read = readOptions(words)
    if (read === 'help') {
      console.log(usage(drills))
      return 0
    }
    options = read
    chosen = chosenBy(options)
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage(drills)}`)
    return EXIT_USAGE
  }
  const results = await runAll(chosen, options)
  if (chosen.length > 1 && !options.isJson) console.log(tableOf(results))
  return results.some(({ isGood }) => isGood === false) ? EXIT_FAILED : 0
}

process.exitCode = await main(process.argv.slice(2))
