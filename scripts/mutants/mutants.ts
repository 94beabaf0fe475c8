// Mutation tests: puts one small fault after the other into the source files of `areas.ts`, and runs the tests that execute
// the changed code. A fault that no test notices is a survivor. It is no part of `npm test`; it takes an hour or more.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../tests/files.ts'
import { AREAS, type Area } from './areas.ts'
import { type Coverage, coverageOf, reaches } from './coverage.ts'
import { type Mutant, mutantsOf, sampled } from './mutate.ts'
import { isGood, lineOf, type Result, reasonOf, summariesOf, survivorsIn, tableOf } from './report.ts'
import { runTests } from './test-process.ts'

const USAGE = `Usage: npm run mutants -- [area or part of a path …] [--sample N] [--seed N] [--json] [--again FILE]

  --sample N   at most N mutants of each source file, chosen by the seed; all without it
  --seed N     chooses other mutants (1 without it)
  --json       prints every mutant and what became of it
  --again FILE tries only the survivors without a reason of a result that --json has printed`

interface Job {
  readonly area: Area
  readonly mutant: Mutant
}

/** The unit tests beside the file, and the tests that `areas.ts` names for it. */
function testsOf(area: Area, file: string): string[] {
  const declared = area.sources[file.replace('server/src/', '')]!.map((path) => join('server/test', `${path}.test.ts`))
  const unitTest = file.replace(/\.ts$/, '.test.ts')
  return [...(existsSync(join(root, unitTest)) ? [unitTest] : []), ...declared]
}

function jobsFor(words: readonly string[], most: number, seed: number): Job[] {
  const isMeant = (area: Area, file: string) =>
    words.length === 0 || words.some((word) => area.name === word || file.includes(word))
  return AREAS.flatMap((area) =>
    Object.keys(area.sources)
      .map((source) => `server/src/${source}`)
      .filter((file) => isMeant(area, file))
      .flatMap((file) => sampled(mutantsOf(file, readFileSync(join(root, file), 'utf8')), most, seed))
      .map((mutant) => ({ area, mutant })),
  )
}

const isSame = (one: Mutant, other: Mutant) =>
  one.file === other.file && one.start === other.start && one.end === other.end && one.replacement === other.replacement

/** The mutants of these jobs that were killed in an earlier run, or survived it with a reason. */
function settledIn(file: string, jobs: readonly Job[]): Result[] {
  const { results }: { readonly results: readonly Result[] } = JSON.parse(readFileSync(file, 'utf8'))
  return results.filter(
    (result) => (result.isKilled || reasonOf(result)) && jobs.some(({ mutant }) => isSame(result, mutant)),
  )
}

/** Runs so many at once as there are processors. */
async function inParallel<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const rest = [...all]
  const worker = async () => {
    for (let next = rest.shift(); next !== undefined; next = rest.shift()) await work(next)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
}

/** The tests that run the changed code: those that killed mutants of the file before, then the fastest. */
class Selection {
  readonly #coverage: ReadonlyMap<string, Coverage>
  readonly #kills = new Map<string, number>()

  constructor(coverage: ReadonlyMap<string, Coverage>) {
    this.#coverage = coverage
  }

  noteKill({ file }: Mutant, test: string): void {
    this.#kills.set(`${file} ${test}`, this.killsOf(file, test) + 1)
  }

  killsOf(file: string, test: string): number {
    return this.#kills.get(`${file} ${test}`) ?? 0
  }

  secondsOf(tests: readonly string[]): number {
    return tests.reduce((sum, test) => sum + this.#coverage.get(test)!.seconds, 0)
  }

  testsFor({ area, mutant }: Job): string[] {
    const weightOf = (test: string) => this.killsOf(mutant.file, test) / this.secondsOf([test])
    return testsOf(area, mutant.file)
      .filter((test) => reaches(this.#coverage.get(test)!, mutant))
      .sort((a, b) => weightOf(b) - weightOf(a) || this.secondsOf([a]) - this.secondsOf([b]))
  }
}

async function resultOf(job: Job, selection: Selection, folder: string): Promise<Result> {
  const { mutant, area } = job
  const files = selection.testsFor(job)
  if (files.length === 0) return { ...mutant, area: area.name, isKilled: false, by: '', seconds: 0 }
  const run = (some: readonly string[]) =>
    // A mutant that never ends is killed as well. The machine may have other work.
    runTests({ files: some, folder, mutant, timeoutMs: (3 * selection.secondsOf(some) + 20) * 1000 })
  // Most mutants die in the first file, and loading the others takes longer than it runs.
  const first = await run(files.slice(0, 1))
  const outcome = first.isPassed && files.length > 1 ? await run(files.slice(1)) : first
  if (outcome.failedFile) selection.noteKill(mutant, outcome.failedFile)
  const by = outcome.isPassed ? '' : [outcome.failedFile, outcome.failedTest].filter(Boolean).join(': ')
  return { ...mutant, area: area.name, isKilled: !outcome.isPassed, by, seconds: outcome.seconds }
}

async function main(jobs: readonly Job[], known: readonly Result[], isJson: boolean): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-mutants-'))
  try {
    const tests = new Set(jobs.flatMap(({ area, mutant }) => testsOf(area, mutant.file)))
    console.error(`${jobs.length} mutants, ${tests.size} test files`)
    const selection = new Selection(await coverageOf([...tests], folder, inParallel))
    const results = [...known]
    await inParallel(jobs, async (job) => {
      const result = await resultOf(job, selection, folder)
      results.push(result)
      const { isKilled, seconds } = result
      console.error(`${results.length} ${isKilled ? 'killed' : 'SURVIVED'} ${seconds.toFixed(1)} s ${lineOf(result)}`)
    })
    const summaries = summariesOf(results)
    console.log(isJson ? JSON.stringify({ summaries, results }) : `${survivorsIn(results)}\n\n${tableOf(summaries)}`)
    return isGood(summaries)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: 'Infinity' },
    seed: { type: 'string', default: '1' },
    again: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) console.log(USAGE)
else {
  const jobs = jobsFor(positionals, Number(values.sample), Number(values.seed))
  const known = values.again ? settledIn(values.again, jobs) : []
  const isKnown = ({ mutant }: Job) => known.some((result) => isSame(result, mutant))
  process.exitCode = (await main(
    jobs.filter((job) => !isKnown(job)),
    known,
    values.json,
  ))
    ? 0
    : 1
}
