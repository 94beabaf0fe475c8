import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../tests/files.ts'
import type { Mutant } from './mutate.ts'

const here = import.meta.dirname
const LOADER = pathToFileURL(join(here, 'load-mutant.ts')).href

export interface Outcome {
  readonly isPassed: boolean
  /** The file and the title of the first failed test, or why there is none. */
  readonly failedFile: string
  readonly failedTest: string
  readonly seconds: number
}

export interface TestProcess {
  readonly files: readonly string[]
  /** Where it keeps all that it writes: the databases of tests, and the database that they copy. */
  readonly folder: string
  readonly mutant?: Mutant
  readonly environment?: NodeJS.ProcessEnv
  readonly timeoutMs: number
}

/** Runs test files in one process, on the embedded database, up to the first failed test. */
export async function runTests({ files, folder, mutant, environment, timeoutMs }: TestProcess): Promise<Outcome> {
  const temporary = mkdtempSync(join(folder, 'run-'))
  const began = performance.now()
  const child = spawn(
    process.execPath,
    [`--test-reporter=${join(here, 'first-failure.ts')}`, join(root, 'scripts/tests/group.ts'), ...files],
    {
      cwd: root,
      detached: true, // a group of processes of its own, which can be ended as a whole
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {
        ...process.env,
        ...environment,
        TMPDIR: temporary,
        KONTOR_TEST_TEMPLATES: folder,
        NODE_COMPILE_CACHE: join(folder, 'compiled'),
        NODE_OPTIONS: `--import=${LOADER}`,
        ...(mutant && { KONTOR_MUTANT: JSON.stringify(editFor(mutant)) }),
      },
    },
  )
  let output = ''
  child.stdout.on('data', (data) => {
    output += data
  })
  const { promise: ended, resolve } = Promise.withResolvers<number | null>()
  child.on('exit', resolve)
  let isTooLong = false
  const timer = setTimeout(() => {
    isTooLong = true
    endGroup(child.pid!)
  }, timeoutMs)
  const code = await ended
  clearTimeout(timer)
  endGroup(child.pid!)
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5 })
  const [file = '', title = ''] = output.trimEnd().split('\n').slice(-2)
  const seconds = (performance.now() - began) / 1000
  if (code === 0) return { isPassed: true, failedFile: '', failedTest: '', seconds }
  if (isTooLong) return { isPassed: false, failedFile: '', failedTest: 'the time limit', seconds }
  return {
    isPassed: false,
    failedFile: file && relative(root, file),
    failedTest: title || 'the process itself',
    seconds,
  }
}

const editFor = ({ file, start, end, replacement }: Mutant) => ({
  url: pathToFileURL(join(root, file)).href,
  start,
  end,
  replacement,
})

/** Servers that a test has started end with it. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // all have ended
  }
}
