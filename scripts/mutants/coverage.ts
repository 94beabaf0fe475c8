import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../tests/files.ts'
import type { Mutant } from './mutate.ts'
import { runTests } from './test-process.ts'

const STORED = join(root, 'node_modules/.cache/mutants/coverage.json')
const TIMEOUT_MS = 300_000

type Range = readonly [start: number, end: number, count: number]
/** The functions of a source file, each with its ranges: the outer one first. */
type Functions = readonly (readonly Range[])[]

/** What one test file runs, and how long it takes. */
export interface Coverage {
  readonly digest: string
  readonly seconds: number
  readonly sources: Readonly<Record<string, Functions>>
}

/** What each test file runs. It is measured again only where the file or the server has changed. */
export async function coverageOf(
  tests: readonly string[],
  folder: string,
  each: (tests: readonly string[], work: (test: string) => Promise<void>) => Promise<void>,
): Promise<Map<string, Coverage>> {
  const stored: Record<string, Coverage> = existsSync(STORED) ? JSON.parse(readFileSync(STORED, 'utf8')) : {}
  const code = globSync(['server/src/**/*.ts', 'server/test/support/**/*.ts'], { cwd: root })
  const common = digestOf(code.filter((file) => !file.endsWith('.test.ts')).sort())
  const digests = new Map(tests.map((test) => [test, `${common} ${digestOf([test])}`]))
  const old = tests.filter((test) => stored[test]?.digest !== digests.get(test))
  await each(old, async (test) => {
    stored[test] = { digest: digests.get(test)!, ...(await measured(test, folder)) }
  })
  mkdirSync(dirname(STORED), { recursive: true })
  writeFileSync(STORED, JSON.stringify(stored))
  return new Map(tests.map((test) => [test, stored[test]!]))
}

const digestOf = (files: readonly string[]): string => {
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

async function measured(test: string, folder: string): Promise<Omit<Coverage, 'digest'>> {
  const target = mkdtempSync(join(folder, 'coverage-'))
  const environment = { NODE_V8_COVERAGE: target }
  const outcome = await runTests({ files: [test], folder, environment, timeoutMs: TIMEOUT_MS })
  if (!outcome.isPassed) throw new Error(`${test} fails without a mutant: ${outcome.failedTest}`)
  const sources: Record<string, Functions> = {}
  for (const name of readdirSync(target)) {
    const { result } = JSON.parse(readFileSync(join(target, name), 'utf8'))
    for (const { url, functions } of result) {
      const file = url.startsWith('file:') ? relative(root, fileURLToPath(url)) : ''
      if (file.startsWith('server/src/')) sources[file] = [...(sources[file] ?? []), ...rangesOf(functions)]
    }
  }
  rmSync(target, { recursive: true, force: true })
  return { seconds: outcome.seconds, sources }
}

interface FunctionCoverage {
  readonly ranges: readonly { startOffset: number; endOffset: number; count: number }[]
}

const rangesOf = (functions: readonly FunctionCoverage[]): Range[][] =>
  functions.map(({ ranges }) => ranges.map(({ startOffset, endOffset, count }) => [startOffset, endOffset, count]))

/** Whether a test file runs the code that a mutant changes. */
export function reaches({ sources }: Coverage, { file, start, end }: Mutant): boolean {
  const around = (sources[file] ?? [])
    .map((ranges) => ranges.filter(([from, to]) => from <= start && end <= to))
    .filter((ranges) => ranges.length > 0)
  // Several processes may have run the file: one of them is enough. The smallest range around the code counts.
  const sizes = around.flat().map(([from, to]) => to - from)
  const smallest = Math.min(...sizes)
  return around.flat().some(([from, to, count]) => to - from === smallest && count > 0)
}
