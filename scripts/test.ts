// The test command: types, style, then tests. `scripts/tests/options.ts` says how it is called.
import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { buildClient } from './build-client.ts'
import { buildPackage } from './build-package.ts'
import { buildWeb } from './build-web.ts'
import { everyFile, filesNamed } from './tests/files.ts'
import { bareMachine, type Machine, openMachine } from './tests/machine.ts'
import { type Options, readOptions, USAGE } from './tests/options.ts'
import { failuresIn, lineOf, slowestOf, summaryOf } from './tests/report.ts'
import { type FileResult, runGroups } from './tests/run-groups.ts'
import { grouped, isEmbeddedOnly, isFullRunOnly, isParity, isUnitTest } from './tests/selection.ts'
import { shuffled } from './tests/shuffle.ts'

/** One more than there are processors, because many tests wait. PostgreSQL has connections for four. */
const CONCURRENCY = Math.min(4, availableParallelism() + 1)

function check(title: string, command: string, ...words: string[]): void {
  console.log(`— ${title}`)
  const { status } = spawnSync(`node_modules/.bin/${command}`, words, { stdio: 'inherit' })
  if (status !== 0) throw new Error(`${title}: failed`)
}

/** What has not changed since the last run is not checked again. */
function checkTypes(title: string, folder: string): void {
  const buildInfo = `node_modules/.cache/types/${folder === '.' ? 'all' : folder}.json`
  check(title, 'tsc', '-p', folder, '--incremental', '--tsBuildInfoFile', buildInfo)
}

/** The fast run tests most files on the embedded database alone; some stories need no other in any run. */
async function test(
  files: readonly string[],
  isFast: boolean,
  machine: Machine,
  seed: number | undefined,
): Promise<FileResult[]> {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  const order = grouped(files)
  const groups = (seed === undefined ? order : shuffled(order, seed)).map((some) => ({
    files: some,
    environment: isEmbeddedOnly(some[0]!) || (isFast && !isParity(some[0]!)) ? machine.embedded : machine.everything,
  }))
  console.log(seed === undefined ? '— Tests' : `— Tests, in the random order of --shuffle=${seed}`)
  const results = await runGroups(groups, CONCURRENCY, stop.signal, (result) => console.log(lineOf(result)))
  if (stop.signal.aborted) throw new Error('Stopped.')
  return results
}

function leftOutOf(all: readonly string[], files: readonly string[]): string[] {
  const embeddedOnly = files.filter((file) => !isUnitTest(file) && !isParity(file))
  const rest = `${all.length - files.length} files of the full run, and PostgreSQL in ${embeddedOnly.length} others`
  return [`${rest} (everything: npm test -- --all)`]
}

async function main({ words, isFull, isStrict, listsTimes, seed }: Options): Promise<boolean> {
  const all = everyFile()
  const isFast = words.length === 0 && !isFull
  const files = words.length > 0 ? filesNamed(words, all) : all.filter((file) => isFull || !isFullRunOnly(file))
  const machine = files.every(isUnitTest) ? bareMachine : await openMachine(isFull)
  try {
    if (isStrict && machine.missing.length > 0)
      throw new Error(`Nothing may be left out: ${machine.missing.join('; ')}`)
    if (words.length === 0) {
      checkTypes('Types', '.')
      checkTypes('Types of the client', 'client')
      checkTypes('Types of the web interface', 'web')
      check('Style', 'biome', 'check', '--error-on-warnings')
      // Several test files pack them; built here, none of them builds while another one packs.
      buildClient()
      buildPackage()
    }
    if (!files.every(isUnitTest)) buildWeb()
    const results = await test(files, isFast, machine, seed)
    const isAlone = results.length === 1 && results[0]!.failures.length === 0
    console.log(isAlone ? results[0]!.output : failuresIn(results))
    if (listsTimes) console.log(slowestOf(results))
    console.log(summaryOf(results, [...machine.missing, ...(isFast ? leftOutOf(all, files) : [])]))
    return results.every(({ failures, skipped }) => failures.length === 0 && !(isStrict && skipped > 0))
  } finally {
    machine.close()
  }
}

const options = readOptions(process.argv.slice(2), process.env)
if (!options) console.error(USAGE)
const isGood =
  options &&
  (await main(options).catch((error: Error) => {
    console.error(`\n${error.message}`)
    return false
  }))
process.exitCode = isGood ? 0 : options ? 1 : 2
