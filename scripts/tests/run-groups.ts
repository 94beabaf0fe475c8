import { join } from 'node:path'
import { run } from 'node:test'

/** A test that hangs must not stop the run for ever. */
const TIMEOUT_MS = 1_800_000
const PROGRAM = join(import.meta.dirname, 'group.ts')

/** Files that run in one process, one after the other. */
export interface Group {
  readonly files: readonly string[]
  readonly environment: NodeJS.ProcessEnv
}

export interface Failure {
  /** The titles of its suites and its own. */
  readonly title: string
  readonly error: unknown
}

export interface FileResult {
  readonly file: string
  readonly seconds: number
  readonly passed: number
  readonly skipped: number
  readonly failures: readonly Failure[]
  /** What was written to standard output and error, and what tests reported beside their result. */
  readonly output: string
}

/** Runs so many groups at once, in this order. */
export async function runGroups(
  groups: readonly Group[],
  concurrency: number,
  signal: AbortSignal,
  onResult: (result: FileResult) => void,
): Promise<FileResult[]> {
  const results: FileResult[] = []
  const rest = [...groups]
  const work = async () => {
    for (let next = rest.shift(); next && !signal.aborted; next = rest.shift())
      for await (const result of resultsOf(next, signal)) {
        onResult(result)
        results.push(result)
      }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return results
}

async function* resultsOf({ files, environment }: Group, signal: AbortSignal): AsyncGenerator<FileResult> {
  const missing = new Set(files)
  const titles: string[] = []
  let tally = new Tally()
  const events = run({ files: [PROGRAM], argv: [...files], env: environment, timeout: TIMEOUT_MS, signal })
  for await (const { type, data } of events) {
    if (type === 'test:start') titles.splice(data.nesting, titles.length, data.name)
    if (type === 'test:stdout' || type === 'test:stderr') tally.output += data.message
    if (type === 'test:diagnostic' && data.nesting > 0) tally.output += `${data.message}\n`
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const title = [...titles.slice(1, data.nesting), data.name].join(' › ')
    if (type === 'test:fail') tally.fail(title, data.details.error)
    else if (data.skip !== undefined) tally.skipped++
    else if (data.details.type !== 'suite') tally.passed++
    if (!missing.delete(data.name)) continue
    yield tally.resultOf(data.name, data.details.duration_ms)
    tally = new Tally()
  }
  // What is left did not come to its end: the process did before.
  for (const file of missing) {
    if (tally.failures.length === 0) tally.fail(file, new Error('The process ended before this file did.'))
    yield tally.resultOf(file, 0)
    tally = new Tally()
  }
}

/** What is known so far of the file that runs. */
class Tally {
  passed = 0
  skipped = 0
  output = ''
  readonly failures: Failure[] = []

  fail(title: string, error: Error & { failureType?: string }): void {
    // A suite fails because of a test inside it, which has been noted already.
    if (error.failureType !== 'subtestsFailed') this.failures.push({ title, error: error.cause ?? error })
  }

  resultOf(file: string, milliseconds: number): FileResult {
    const { passed, skipped, failures, output } = this
    return { file, seconds: milliseconds / 1000, passed, skipped, failures, output }
  }
}
